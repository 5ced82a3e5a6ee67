import { expect, test } from "vitest";
import { readPageSearch } from "./search-contract.ts";
import { searchParameters } from "./search-filters.ts";

test("a page's URL is read leniently: what is unknown, empty or wrong is ignored", () => {
  const url =
    "q=avant&make=Audi&make=BMW&model=A4&fuel=steam&priceMin=&priceMax=x&yearMin=2018&utm=1";
  expect(readPageSearch(new URLSearchParams(url))).toEqual({
    q: "avant",
    make: ["Audi", "BMW"],
    model: ["A4"],
    yearMin: 2018,
    limit: 24,
  });
});

test("ranges that a form without JavaScript sends the wrong way round are turned", () => {
  const url = "priceMin=$20k&priceMax=10,000&yearMin=2015&yearMax=2018&fuel=steam";
  expect(readPageSearch(new URLSearchParams(url))).toEqual({
    priceMin: 10_000,
    priceMax: 20_000,
    yearMin: 2015,
    yearMax: 2018,
    limit: 24,
  });
});

test.each([
  ["priceMin=20000&priceMax=10000", { priceMin: 10_000, priceMax: 20_000 }],
  ["yearMin=2020&yearMax=2015", { yearMin: 2015, yearMax: 2020 }],
  ["mileageMin=90000&mileageMax=0", { mileageMin: 0, mileageMax: 90_000 }],
  ["engineMin=3&engineMax=2", { engineMin: 2, engineMax: 3 }],
  ["yearMin=2018&yearMax=2018", { yearMin: 2018, yearMax: 2018 }],
])("turns a reversed range of a URL without other mistakes: %s", (url, ranges) => {
  expect(readPageSearch(new URLSearchParams(url))).toEqual({ ...ranges, limit: 24 });
});

test("writes a search as URL parameters in one order, and reads it back", () => {
  const search = { sort: "newest", verified: true, model: ["A4", "A6"], q: "s line" } as const;
  const written = searchParameters({ ...search, model: [...search.model] });
  expect(written.toString()).toBe("q=s+line&model=A4&model=A6&verified=1&sort=newest");
  expect(readPageSearch(written)).toEqual({ ...search, limit: 24 });
});
