import { expect, test } from "vitest";
import { fold } from "./fold.ts";

test.each([
  ["Škoda Citroën", "skoda citroen"],
  ["İstanbul ISPARTA ısparta", "istanbul isparta isparta"],
  ["Ærø Þór Ðorđe Đakovo", "aero thor dorde dakovo"],
  ["Œuvre Straße GROẞ", "oeuvre strasse gross"],
  ["Łódź Ħamrun Ŧana Øre", "lodz hamrun tana ore"],
  ["fuelType, 4-door", "fuel type 4 door"],
])("folds %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(text.toLowerCase())).toBe(folded.replace("fuel type", "fueltype"));
});
