import { expect, test } from "vitest";
import { bytesInWords, expiryOf, inWords } from "./system-words.ts";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [59.4, "59 seconds"],
  [60, "1 minute"],
  [7_199, "1 hour"],
  [172_800, "2 days"],
])("%s seconds are %s", (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [16_777_216, "16.8 MB"],
])("%s bytes are %s", (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});

test.each([
  ["2026-11-21T12:00:00Z", "danger", "expired"],
  ["2026-11-22T18:00:00Z", "danger", "expires today"],
  ["2026-11-24T12:00:00Z", "danger", "2 days left"],
  ["2026-12-05T12:00:00Z", "brass", "13 days left"],
  ["2027-01-22T12:00:00Z", "good", "61 days left"],
])("a certificate until %s is %s: %s", (expiresAt, tone, text) => {
  expect(expiryOf(expiresAt, new Date("2026-11-22T12:00:00Z"))).toEqual({ tone, text });
});
