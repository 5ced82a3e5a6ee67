import { expect, test } from "vitest";
import { changeFilters } from "./edit-search.ts";
import { chipsOf, searchTitle } from "./search-chips.ts";

test("shows what was understood, the free text and each filter, with the search without it", () => {
  const search = {
    q: "merc heated",
    body: ["estate" as const, "suv" as const],
    priceMax: 20_000,
    verified: true as const,
    newSince: "2026-11-27T23:30:00Z",
    sort: "price-asc" as const,
  };
  const answer = {
    understood: [
      { label: "Mercedes-Benz", words: "merc", filters: {}, search: "" },
      { label: "Blue", words: "blue", filters: {}, search: "" },
    ],
    text: "heated",
  };
  const chips = chipsOf(search, answer, "USD");
  expect(chips.map(({ label }) => label)).toEqual([
    "Mercedes-Benz",
    "“heated”",
    "Station wagon",
    "SUV",
    "Up to $20,000",
    "Verified sellers",
    "Listed since November 27, 2026",
  ]);
  expect(chips[0]?.without).toEqual({ ...search, q: "heated" });
  expect(chips[1]?.without).toEqual({ ...search, q: "merc" });
  expect(chips[2]?.without).toEqual({ ...search, body: ["suv"] });
  expect(chips[4]?.without).toEqual({ ...search, priceMin: undefined, priceMax: undefined });
});

test("removes a fuel that a badge says, and keeps its model", () => {
  const words = "330d";
  const answer = {
    understood: [
      { label: "3 Series", words, filters: { model: ["3 Series"] }, search: "" },
      { label: "Diesel", words, filters: { fuel: ["diesel" as const] }, search: "" },
    ],
    text: "",
  };
  const chips = chipsOf({ q: "330d touring" }, answer, "USD");
  expect(chips.map(({ label, without }) => [label, without])).toEqual([
    ["3 Series", { q: "touring", fuel: ["diesel"] }],
    ["Diesel", { q: "touring", model: ["3 Series"] }],
  ]);
  expect(new Set(chips.map(({ key }) => key)).size).toBe(2);
  const changed = changeFilters({ q: "330d touring" }, answer.understood, { fuel: ["petrol"] });
  expect(changed).toEqual({ q: "touring", model: ["3 Series"], fuel: ["petrol"] });
});

test("names a page of results after its query and filters", () => {
  expect(searchTitle("BMW", {}, "USD")).toBe("Used BMW cars");
  expect(searchTitle(null, {}, "USD")).toBe("Used cars");
  expect(searchTitle(null, { q: "blue a4" }, "USD")).toBe("Used cars: “blue a4”");
  expect(
    searchTitle(null, { make: ["Audi"], model: ["A4"], fuel: ["diesel"], yearMin: 2018 }, "USD"),
  ).toBe("Used Audi A4 cars: Diesel, 2018 or newer");
});
