import { expect, test } from "vitest";
import { holdWords } from "./hold-words.ts";

test.each([
  [24, "24 hours"],
  [1, "1 hour"],
  [48, "2 days"],
  [50, "50 hours"],
  [1.5, "90 minutes"],
  [1 / 60, "1 minute"],
])("a hold of %d hours is one of %s", (hours, words) => {
  expect(holdWords(hours)).toBe(words);
});
