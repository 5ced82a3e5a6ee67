import { expect, test } from "vitest";
import { firstBrokenPasswordRule } from "./password-rules.ts";

test.each([
  ["", "Please Provide at least One Uppercase"],
  ["lower1!", "Please Provide at least One Uppercase"],
  ["Upper!", "Please Provide at least One Number"],
  ["Upper1", "Please Provide at least One Speacial Carecter"],
  ["Upper1?", "Please Provide at least One Speacial Carecter"],
  ["Upper1!", null],
  ["U1@", null],
])("%s: %s", (password, message) => {
  expect(firstBrokenPasswordRule(password)).toBe(message);
});
