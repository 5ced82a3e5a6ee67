import { expect, test } from "vitest";
import type { PreviewedValues } from "#shared/feeds/feed-preview-contract.ts";
import { mapValue, meaningOf, meaningsOf } from "./map-value.ts";

const value = { rows: 3, unread: 0, readAs: [], reason: null, isMapped: false, meaning: null };
const column: PreviewedValues = {
  column: 1,
  field: "fuel",
  choices: ["petrol"],
  more: { unread: 0, read: 0 },
  values: [
    { ...value, value: "B", isMapped: true, meaning: "petrol" },
    { ...value, value: "Elektro?", isMapped: true },
    { ...value, value: "Diesel" },
  ],
};
const of = { header: "Sprit-Art", column };

test("starts with what the feed maps, and changes one value at a time", () => {
  const fields = { field: "fuel" };
  const once = mapValue({ num: null }, of, "Gas/LPG", "lpg");
  const values = { b: "petrol", elektro: null, "gas lpg": "lpg" };
  expect(once).toEqual({ num: null, "sprit art": { ...fields, values } });
  const twice = mapValue(once, of, "B", undefined);
  expect(twice["sprit art"]).toEqual({ ...fields, values: { elektro: null, "gas lpg": "lpg" } });
  // The preview still says that B is mapped.
  expect(meaningOf(meaningsOf(twice, of), "B")).toBeUndefined();
  expect(meaningOf(meaningsOf(twice, of), "ELEKTRO")).toBeNull();
});

test("takes no meanings from a column that is read as something else now, or from objects", () => {
  const other = { "sprit art": { field: "make", values: { q: "Audi" } } };
  expect(meaningsOf(other, of)).toEqual({ b: "petrol", elektro: null });
  expect(meaningOf({}, "constructor")).toBeUndefined();
});
