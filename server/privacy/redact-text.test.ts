import { expect, test } from "vitest";
import { redactText, redactEmail, identifyingWords, identifies } from "./redact-text.ts";

const words = identifyingWords({
  names: ["Ann  O'Neill", null, " "],
  emails: ["ann@x.example"],
  phones: ["+43 (1) 55*55"],
});

test("redacts a user's identifying words in any letter case and in HTML", () => {
  for (const text of [
    "ANN  O'NEILL sold it",
    "Dear Ann O'Neill,",
    "<td>Ann O&#39;Neill</td>",
    "write to Ann@X.example.",
    "call +43 (1) 55*55!",
  ]) {
    expect(identifies(words, text), text).toBe(true);
    const left = redactText(words, text);
    expect(left).toContain("Deleted account");
    expect(left).not.toMatch(/neill|ann@|55/i);
  }
});

const named = (...names: (string | null)[]) => identifyingWords({ names, emails: [], phones: [] });

test("does not redact parts of other words", () => {
  expect(identifies(named("Ann"), "As announced, Anna drives")).toBe(false);
  expect(redactText(named("Ann"), "Ann, as announced")).toBe("Deleted account, as announced");
});

test("changes nothing for a user without identifying words", () => {
  expect(redactText(named(null, ""), "A car")).toBe("A car");
  expect(identifies(named(), "A car")).toBe(false);
});

test("ignores names and phone numbers that would match everywhere", () => {
  for (const sign of [".", "-", "a", "7", "()"]) {
    const given = identifyingWords({ names: [sign], emails: [], phones: [sign, "https", "12 34"] });
    expect(given, sign).toEqual([]);
  }
  expect(identifies(named("李"), "李 sold it")).toBe(true);
});

test("an email keeps its URLs and markup, whatever the user's name is", () => {
  const email =
    '<p style="x">This link: <a href="https://shop.example/reset-password#td">here</a></p>';
  expect(redactEmail(named("https", "style", "href", "td", "reset-password"), email)).toBe(email);
  expect(redactEmail(named("This link"), "This link: https://shop.example/This-link")).toBe(
    "Deleted account: https://shop.example/This-link",
  );
  expect(redactEmail(words, '<a href="mailto:ann@x.example">Ann O\'Neill</a>')).toBe(
    '<a href="mailto:Deleted account">Deleted account</a>',
  );
  expect(redactEmail(words, '<img src="https://s.example/1" alt="Car of Ann O&#39;Neill">')).toBe(
    '<img src="https://s.example/1" alt="Car of Deleted account">',
  );
});
