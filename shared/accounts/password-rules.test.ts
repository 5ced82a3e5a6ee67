import { expect, test } from "vitest";
import { firstBrokenPasswordRule, normalizePassword } from "./password-rules.ts";

test.each([
  ["", "Please Provide at least One Uppercase"],
  ["lower1!", "Please Provide at least One Uppercase"],
  ["Upper!", "Please Provide at least One Number"],
  ["Upper1", "Please Provide at least One Speacial Carecter"],
  ["Upper1?", "Please Provide at least One Speacial Carecter"],
  ["U1@", "Please use at least 8 characters."],
  ["Upper1!", "Please use at least 8 characters."],
  ["Upper12!", null],
  ["Upper\n12!", "Please use no control characters, such as tabs."],
  ["Upper12\u0085!", "Please use no control characters, such as tabs."],
  ["Upper 12!", null],
  // Counted as it is stored: one character for letter and accent.
  [`Upper1!${"e\u0301".repeat(121)}`, null],
  [`Upper1!${"x".repeat(121)}`, null],
  [`Upper1!${"x".repeat(122)}`, "Please use at most 128 characters."],
])("%s: %s", (password, message) => {
  expect(firstBrokenPasswordRule(password)).toBe(message);
});

test.each([
  ["cafe\u0301", "caf\u00e9"],
  ["a\u00a0b\u2003c\u3000d\u202fe", "a b c d e"],
  ["  twice  ", "  twice  "],
  // Neither width nor case is mapped.
  ["\uff30\uff41ssWORD\ufb01", "\uff30\uff41ssWORD\ufb01"],
])("normalizes %j", (given, normalized) => {
  expect(normalizePassword(given)).toBe(normalized);
  expect(normalizePassword(normalized)).toBe(normalized);
});
