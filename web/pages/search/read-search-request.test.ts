import { expect, test } from "vitest";
import { AppError } from "#shared/errors/app-error.ts";
import type { PageSearchAnswer, SearchQuery } from "#shared/search/search-contract.ts";
import { answerOf, type FirstSearch } from "./first-search.ts";
import { readSearchRequest } from "./read-search-request.ts";

const everyCar = { path: "/search", make: null };
const bmw = { path: "/products/1", make: "BMW" };

const nothing: PageSearchAnswer = {
  listings: [],
  total: 0,
  nextCursor: null,
  previousCursor: null,
  offset: 0,
  filters: {},
  understood: [],
  text: "",
  notes: [],
  relaxations: [],
};

function read(path: string, base = everyCar as { path: string; make: string | null }) {
  const asked: SearchQuery[] = [];
  const services = {
    embedded: null,
    findProduct: () => null,
    searchListings(query: SearchQuery) {
      asked.push(query);
      if (query.cursor === "broken") throw new AppError("invalid_cursor");
      return nothing;
    },
  };
  const request = readSearchRequest(services, new URL(path, "http://shop.example"), base);
  return request instanceof Response
    ? { location: request.headers.get("location") }
    : {
        asked,
        request,
        canonicalPath: request.canonicalPath,
        parameters: request.parameters,
      };
}

test("searches for what the URL asks for, with facets and the page size of lists", () => {
  expect(read("/search?fuel=diesel&q=estate&limit=100&utm_source=a")).toMatchObject({
    asked: [{ q: "estate", fuel: ["diesel"], limit: 24, facets: "1" }],
    parameters: "q=estate&fuel=diesel&facets=1",
  });
  expect(read("/products/1?yearMin=2018", bmw)).toMatchObject({
    asked: [{ make: ["BMW"], yearMin: 2018 }],
    parameters: "make=BMW&yearMin=2018&facets=1",
  });
});

test.each([
  ["empty values", "/search?q=&make=BMW&priceMin=", "/search?make=BMW"],
  ["invalid values", "/search?fuel=water&yearMin=-3&sort=odd&q=a4", "/search?q=a4"],
  [
    "numbers as people type them",
    "/search?priceMin=5%2C000&priceMax=%2415k&mileageMax=30+000+mi&engineMin=2.0+L",
    "/search?priceMin=5000&priceMax=15000&mileageMax=30000&engineMin=2",
  ],
  [
    "numbers with points",
    "/search?priceMax=20.000&mileageMax=30.000&engineMin=1.998",
    "/search?priceMax=20000&mileageMax=30000&engineMin=1.998",
  ],
  ["a price that is not a number", "/search?priceMax=cheap&q=a4", "/search?q=a4"],
  ["a broken cursor", "/search?q=a4&cursor=broken", "/search?q=a4"],
  ["the cursor of the first page", "/search?q=a4&cursor=first", "/search?q=a4"],
  ["the page's own dialog kept", "/search?q=&book=7&cursor=x", "/search?cursor=x&book=7"],
  ["nothing left", "/search?q=+", "/search"],
])("redirects from a URL with %s", (_what, path, location) => {
  expect(read(path)).toEqual({ location });
});

test("redirects from another make on a brand's page", () => {
  expect(read("/products/1?make=Audi&fuel=diesel", bmw)).toEqual({
    location: "/products/1?fuel=diesel",
  });
});

test.each([
  ["/search?sort=price-asc&fuel=diesel&body=suv&cursor=x", "/search?body=suv&fuel=diesel"],
  ["/search?cursor=x", "/search?cursor=x"],
  ["/search?make=Audi&body=suv&cursor=x", "/products/3?body=suv&cursor=x"],
  ["/search?make=Audi&fuel=diesel", "/products/3?fuel=diesel"],
  ["/search?make=Audi&make=BMW", "/search?make=Audi&make=BMW"],
  ["/search?make=Audi&q=blue", "/search?q=blue&make=Audi"],
])("gives %s the canonical path %s", (path, canonicalPath) => {
  expect(read(path)).toMatchObject({ canonicalPath });
});

test("hands the answer over as JSON, and nothing of it twice", () => {
  const { request } = read("/search?q=a4") as { request: FirstSearch };
  expect(answerOf(request)).toBe(nothing);
  const sent = JSON.parse(JSON.stringify(request)) as FirstSearch;
  expect(sent.answer).toBeUndefined();
  expect(answerOf(sent)).toEqual(nothing);
  expect(answerOf(sent)).toBe(sent.answer);
});
