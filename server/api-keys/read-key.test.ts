import { expect, test } from "vitest";
import { keyIn, makeKey } from "./read-key.ts";

const { key } = makeKey();

test.each(["Bearer", "bearer", "BEARER"])("reads a key behind the scheme %s", (scheme) => {
  expect(keyIn(`${scheme} ${key}`)).toBe(key);
});

test.each([
  ["no header", undefined],
  ["no scheme", key],
  ["another scheme", `Basic ${key}`],
  ["a key that is too short", `Bearer ${key.slice(0, -1)}`],
  ["a key that is too long", `Bearer ${key}x`],
])("reads no key from %s", (_, header) => {
  expect(keyIn(header)).toBeNull();
});
