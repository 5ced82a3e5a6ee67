import { expect, test } from "vitest";
import { readByteRange } from "./read-byte-range.ts";

test.each([
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-1", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["pages=1-2", null],
  ["bytes=a-b", null],
])("of 100 bytes, %s is %j", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});
