import { expect, it } from "vitest";
import { columnWord } from "./column-words.ts";

it("names columns in American words, and others as their field is called", () => {
  expect(["colour", "previousKeepers", "advertUrl", "stockNumber"].map(columnWord)).toEqual([
    "Color",
    "Previous owners",
    "Ad URL",
    "Stock number",
  ]);
});
