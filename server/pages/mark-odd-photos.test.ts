import { expect, test } from "vitest";
import { isOddShape } from "./mark-odd-photos.ts";

test.each([
  ["4:3", 1600, 1200, false],
  ["3:2", 1500, 1000, false],
  ["5:4", 1500, 1200, false],
  ["16:9", 1920, 1080, true],
  ["square", 1000, 1000, true],
  ["portrait", 1600, 2400, true],
  ["panorama", 4000, 1000, true],
])("a photo of %s is shown whole: %#", (_, width, height, isWhole) => {
  expect(isOddShape({ width, height })).toBe(isWhole);
});
