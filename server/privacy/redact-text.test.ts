import { expect, test } from "vitest";
import { redactText, redactEmail, identifyingWords, identifies } from "./redact-text.ts";

const words = identifyingWords({
  names: ["Ann  O'Neill", null, " "],
  emails: ["ann@x.example"],
  phones: ["+43 (1) 55*55"],
});

test("a text that tells of a person no longer does, whatever the case and the markup", () => {
  for (const text of [
    "ANN  O'NEILL sold it",
    "Dear Ann O'Neill,",
    "<td>Ann O&#39;Neill</td>",
    "write to Ann@X.example.",
    "call +43 (1) 55*55!",
  ]) {
    expect(identifies(words, text), text).toBe(true);
    const blackened = redactText(words, text);
    expect(blackened).toContain("Deleted account");
    expect(blackened).not.toMatch(/neill|ann@|55/i);
  }
});

const named = (...names: (string | null)[]) => identifyingWords({ names, emails: [], phones: [] });

test("part of another word is nobody's name", () => {
  expect(identifies(named("Ann"), "As announced, Anna drives")).toBe(false);
  expect(redactText(named("Ann"), "Ann, as announced")).toBe("Deleted account, as announced");
});

test("a person without words changes nothing", () => {
  expect(redactText(named(null, ""), "A car")).toBe("A car");
  expect(identifies(named(), "A car")).toBe(false);
});

test("what is called so to be found everywhere is found nowhere", () => {
  for (const sign of [".", "-", "a", "7", "()"]) {
    const given = identifyingWords({ names: [sign], emails: [], phones: [sign, "https", "12 34"] });
    expect(given, sign).toEqual([]);
  }
  expect(identifies(named("李"), "李 sold it")).toBe(true);
});

test("a letter keeps its addresses and its markup, whatever somebody is called", () => {
  const letter =
    '<p style="x">This link: <a href="https://shop.example/reset-password#td">here</a></p>';
  expect(redactEmail(named("https", "style", "href", "td", "reset-password"), letter)).toBe(letter);
  expect(redactEmail(named("This link"), "This link: https://shop.example/This-link")).toBe(
    "Deleted account: https://shop.example/This-link",
  );
  expect(redactEmail(words, '<a href="mailto:ann@x.example">Ann O\'Neill</a>')).toBe(
    '<a href="mailto:Deleted account">Deleted account</a>',
  );
});
