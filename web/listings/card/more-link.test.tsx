import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { firstPageCursor } from "#shared/search/search-filters.ts";
import { carsLabel, MoreLink } from "./more-link.tsx";

type Paging = Parameters<typeof MoreLink>[0];
const firstOf60 = { shown: 24, total: 60, offset: 0 };

function render(address: string, paging: Omit<Paging, keyof typeof firstOf60> & Partial<Paging>) {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <MoreLink {...firstOf60} {...paging} />
    </MemoryRouter>,
  );
}

/** The links below a list at an address, in their order. */
function draw(...given: Parameters<typeof render>): [string, string][] {
  const html = render(...given);
  return [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, label]) => [
    label!,
    to!.replaceAll("&amp;", "&"),
  ]);
}

test("leads to the next page with the same search and order", () => {
  const page = { nextCursor: "n", previousCursor: null, isFirstPage: true };
  expect(draw("/products/1?fuel=diesel&sort=price-asc", page)).toEqual([
    ["Next cars", "/products/1?fuel=diesel&sort=price-asc&cursor=n"],
  ]);
});

test("leads back to the page before and to the first page", () => {
  const page = { nextCursor: "n", previousCursor: "p", isFirstPage: false };
  expect(draw("/search?fuel=diesel&cursor=c", page)).toEqual([
    ["First page", "/search?fuel=diesel"],
    ["Previous cars", "/search?fuel=diesel&cursor=p"],
    ["Next cars", "/search?fuel=diesel&cursor=n"],
  ]);
});

test("leads from the second page to the first one once, whose address has no cursor", () => {
  const page = { nextCursor: null, previousCursor: firstPageCursor, isFirstPage: false };
  expect(draw("/search?cursor=c", page)).toEqual([["Previous cars", "/search"]]);
});

test("leads to the first page if there are no cars before this one any more", () => {
  const page = { nextCursor: null, previousCursor: null, isFirstPage: false };
  expect(draw("/search?cursor=c", page)).toEqual([["First page", "/search"]]);
});

test.each([
  [{ shown: 24, total: 1_495, offset: 0 }, "1–24 of 1,495 cars"],
  [{ shown: 1, total: 49, offset: 48 }, "49–49 of 49 cars"],
  [{ shown: 0, total: 49, offset: 49 }, "49 cars"],
  [{ shown: 24, total: 90_000, offset: null }, "90,000 cars"],
])("says which cars the page shows: %j", (page, position) => {
  const given = { ...page, nextCursor: "n", isFirstPage: true };
  expect(/<p[^>]*>([^<]*)</.exec(render("/search", given))?.[1]).toBe(position);
});

test("counts the cars of a list that is on one page", () => {
  expect(carsLabel({ shown: 1, total: 1, offset: 0 })).toBe("1 car");
});

test("takes no open dialog along", () => {
  const page = { nextCursor: "n", previousCursor: null, isFirstPage: true };
  for (const dialog of ["book", "report"])
    expect(draw(`/search?${dialog}=1`, page)).toEqual([["Next cars", "/search?cursor=n"]]);
});

test("is left out if all cars are on the page", () => {
  expect(draw("/search", { nextCursor: null, previousCursor: null, isFirstPage: true })).toEqual(
    [],
  );
});
