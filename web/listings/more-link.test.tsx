import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { firstPageCursor } from "#shared/search/search-filters.ts";
import { MoreLink } from "./more-link.tsx";

/** The links below a list at an address, in their order. */
function draw(address: string, paging: Parameters<typeof MoreLink>[0]): [string, string][] {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <MoreLink {...paging} />
    </MemoryRouter>,
  );
  return [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, label]) => [
    label!,
    to!.replaceAll("&amp;", "&"),
  ]);
}

test("leads to the next page with the same search and order", () => {
  const page = { nextCursor: "n", previousCursor: null, isFirstPage: true };
  expect(draw("/products/1?fuel=diesel&sort=price-asc", page)).toEqual([
    ["More cars", "/products/1?fuel=diesel&sort=price-asc&cursor=n"],
  ]);
});

test("leads back to the page before and to the first page", () => {
  const page = { nextCursor: "n", previousCursor: "p", isFirstPage: false };
  expect(draw("/search?fuel=diesel&cursor=c", page)).toEqual([
    ["First page", "/search?fuel=diesel"],
    ["Previous page", "/search?fuel=diesel&cursor=p"],
    ["More cars", "/search?fuel=diesel&cursor=n"],
  ]);
});

test("leads from the second page to the first one once, whose address has no cursor", () => {
  const page = { nextCursor: null, previousCursor: firstPageCursor, isFirstPage: false };
  expect(draw("/search?cursor=c", page)).toEqual([["Previous page", "/search"]]);
});

test("leads to the first page if there are no cars before this one any more", () => {
  const page = { nextCursor: null, previousCursor: null, isFirstPage: false };
  expect(draw("/search?cursor=c", page)).toEqual([["First page", "/search"]]);
});

test("takes no open dialog along", () => {
  const page = { nextCursor: "n", previousCursor: null, isFirstPage: true };
  for (const dialog of ["book", "report"])
    expect(draw(`/search?${dialog}=1`, page)).toEqual([["More cars", "/search?cursor=n"]]);
});

test("is left out if all cars are on the page", () => {
  expect(draw("/search", { nextCursor: null, previousCursor: null, isFirstPage: true })).toEqual(
    [],
  );
});
