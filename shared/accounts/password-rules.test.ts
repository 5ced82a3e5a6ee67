import { expect, test } from "vitest";
import { firstBrokenPasswordRule } from "./password-rules.ts";

test.each([
  ["", "Please Provide at least One Uppercase"],
  ["lower1!", "Please Provide at least One Uppercase"],
  ["Upper!", "Please Provide at least One Number"],
  ["Upper1", "Please Provide at least One Speacial Carecter"],
  ["Upper1?", "Please Provide at least One Speacial Carecter"],
  ["U1@", "Please use at least 8 characters."],
  ["Upper1!", "Please use at least 8 characters."],
  ["Upper12!", null],
  ["Upper\n1!", null],
  [`Upper1!${"x".repeat(121)}`, null],
  [`Upper1!${"x".repeat(122)}`, "Please use at most 128 characters."],
])("%s: %s", (password, message) => {
  expect(firstBrokenPasswordRule(password)).toBe(message);
});
