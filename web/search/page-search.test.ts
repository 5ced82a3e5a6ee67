import { expect, test } from "vitest";
import { apiParameters, readSearch, searchHref } from "./page-search.ts";

test("reads a search from a URL and writes the same one", () => {
  const parameters =
    "q=blue&make=BMW&make=Audi&yearMin=2018&engineMax=2.5&verified=1&newSince=2026-11-01&sort=year-asc";
  const search = readSearch(new URLSearchParams(parameters));
  expect(search).toMatchObject({ make: ["BMW", "Audi"], yearMin: 2018, verified: true });
  expect(searchHref({ path: "/search", make: null }, search)).toBe(`/search?${parameters}`);
});

test("ignores empty values and unknown parameters", () => {
  const search = readSearch(
    new URLSearchParams("q=+&make=&priceMin=&utm_source=a&sort=odd&page=2"),
  );
  expect(searchHref({ path: "/products/1", make: "BMW" }, search)).toBe("/products/1");
});

test("asks the API with the make of the page, facets and the cursor", () => {
  const base = { path: "/products/1", make: "BMW" };
  expect(apiParameters(base, { q: "blue" }, { cursor: "abc", limit: 1 })).toBe(
    "q=blue&make=BMW&facets=1&cursor=abc&limit=1",
  );
});
