import { expect, test } from "vitest";
import { isTypoOf } from "./is-typo-of.ts";

test.each([
  ["avnat", "avant", "swapped letters"],
  ["avan", "avant", "a missing letter"],
  ["avantt", "avant", "an extra letter"],
  ["diezel", "diesel", "a wrong letter of six"],
  ["qattro", "quattro", "a missing letter of seven"],
  ["panorammik", "panoramic", "two errors of nine letters"],
  ["automtaik", "automatic", "two errors of nine letters"],
  ["cabriloet", "cabriolet", "swapped letters of nine"],
  ["convrtibe", "convertible", "two missing letters of eleven"],
])("%s is a typo of %s: %s", (word, intended) => {
  expect(isTypoOf(word, intended)).toBe(true);
});

test.each([
  ["diezle", "diesel", "two errors of six letters"],
  ["qatro", "quattro", "two missing letters of seven"],
  ["quatro", "quattrou", "two missing letters, and the shorter has six"],
  ["comford", "comrort", "two errors of seven letters"],
  ["danoramic", "panoramic", "the first letter"],
  ["panoremmikx", "panoramic", "more than two errors"],
])("%s is no typo of %s: %s", (word, intended) => {
  expect(isTypoOf(word, intended)).toBe(false);
});
