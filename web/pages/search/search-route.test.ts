import { expect, test } from "vitest";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { apiParameters, readSearch } from "#web/search/page-search.ts";
import { searchMeta } from "./search-route.ts";

const shop = { name: "Marque", publicUrl: "https://cars.example", currency: "USD" };
const matches = [{ id: "root", loaderData: { shop } }];

function metaOf(
  path: string,
  total = 30,
  nextCursor: string | null = null,
  previousCursor: string | null = null,
) {
  const { pathname, search } = new URL(path, shop.publicUrl);
  const base = { path: pathname, make: pathname === "/search" ? null : "BMW" };
  const parameters = new URLSearchParams(search);
  const answer = { total, nextCursor, previousCursor, listings: [] } as unknown as PageSearchAnswer;
  const asked = readSearch(parameters);
  return searchMeta(
    matches,
    { search },
    {
      base,
      first: {
        answer,
        parameters: apiParameters(base, asked, { cursor: parameters.get("cursor") }),
        canonicalPath: path,
        dialogProducts: [],
      },
    },
  );
}

const noindex = { name: "robots", content: "noindex" };

test.each([
  "/search",
  "/products/1",
  "/products/1?body=suv",
  "/products/1?model=X5&body=suv",
  "/search?make=BMW&model=X5&sort=price-asc",
])("lets search engines index %s", (path) => {
  expect(metaOf(path)).not.toContainEqual(noindex);
});

test.each([
  "/search?q=blue",
  "/products/1?fuel=diesel",
  "/products/1?body=suv&priceMax=20000",
  "/products/1?body=suv&body=coupe",
  "/search?make=BMW&make=Audi",
])("keeps search engines from %s", (path) => {
  expect(metaOf(path)).toContainEqual(noindex);
});

test("keeps search engines from filters without cars, but not from a brand without cars", () => {
  expect(metaOf("/products/1?model=X5", 0)).toContainEqual(noindex);
  expect(metaOf("/products/1", 0)).not.toContainEqual(noindex);
});

test("links to the previous page of the same search, the first one without a cursor", () => {
  const path = "/products/1?body=suv&cursor=abc";
  const link = (href: string) => ({ tagName: "link", rel: "prev", href });
  expect(metaOf(path, 90, null, "xyz")).toContainEqual(link("/products/1?body=suv&cursor=xyz"));
  expect(metaOf(path, 90, null, "first")).toContainEqual(link("/products/1?body=suv"));
  expect(metaOf("/products/1?body=suv")).not.toContainEqual(
    expect.objectContaining({ rel: "prev" }),
  );
});

test("links to the next page of the same search", () => {
  expect(metaOf("/products/1?body=suv&sort=price-asc", 30, "abc")).toContainEqual({
    tagName: "link",
    rel: "next",
    href: "/products/1?body=suv&sort=price-asc&cursor=abc",
  });
});
