import { expect, test } from "vitest";
import { blackOut, personWords, tellsOf } from "./black-out.ts";

const words = personWords(["Ann  O'Neill", "ann@x.example", null, " ", "+43 (1) 55*5"]);

test("a text that tells of a person no longer does, whatever the case and the markup", () => {
  for (const text of [
    "ANN  O'NEILL sold it",
    "Dear Ann O'Neill,",
    "<td>Ann O&#39;Neill</td>",
    "write to Ann@X.example.",
    "call +43 (1) 55*5!",
  ]) {
    expect(tellsOf(words, text), text).toBe(true);
    const blackened = blackOut(words, text);
    expect(blackened).toContain("Deleted account");
    expect(blackened).not.toMatch(/neill|ann@|55/i);
  }
});

test("part of another word is nobody's name", () => {
  expect(tellsOf(personWords(["Ann"]), "As announced, Anna drives")).toBe(false);
  expect(blackOut(personWords(["Ann"]), "Ann, as announced")).toBe("Deleted account, as announced");
});

test("a person without words changes nothing", () => {
  expect(blackOut(personWords([null, ""]), "A car")).toBe("A car");
  expect(tellsOf(personWords([]), "A car")).toBe(false);
});
