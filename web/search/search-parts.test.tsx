import { renderToStaticMarkup } from "react-dom/server";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { SearchAnswer } from "#shared/search/search-contract.ts";
import type { SearchBase } from "./page-search.ts";
import { NoResults, SearchChips, SearchSortControl } from "./search-parts.tsx";

const everyCar: SearchBase = { path: "/search", make: null };
const bmw: SearchBase = { path: "/products/1", make: "BMW" };

/** What is read, and where its links lead. */
function draw(element: ReactElement) {
  const html = renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
  return { html, links, text: html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ") };
}

const drop = (
  parts: SearchAnswer["relaxations"][number]["parts"],
  search: string,
  total: number,
) => ({ parts, search, total, label: parts.join(", ") });

test("offers to leave parts out, with the number of cars that this gives", () => {
  const relaxations = [drop(["fuel"], "make=BMW&q=x5", 1_200), drop(["text"], "make=BMW", 1)];
  const { text, links } = draw(<NoResults answer={{ relaxations }} base={everyCar} />);
  expect(text).toContain("Without fuel 1,200 cars Without text 1 car");
  expect(links).toEqual(["/search?q=x5&make=BMW", "/search?make=BMW"]);
});

test("stays on a brand's page unless its brand is left out", () => {
  const relaxations = [
    drop(["fuel"], "make=BMW&body=suv", 3),
    drop(["make"], "fuel=electric&body=suv", 2),
  ];
  const { links } = draw(<NoResults answer={{ relaxations }} base={bmw} />);
  expect(links).toEqual(["/products/1?body=suv", "/search?body=suv&fuel=electric"]);
});

test("says that there is nothing to leave out", () => {
  const { text, links } = draw(<NoResults answer={{ relaxations: [] }} base={everyCar} />);
  expect(text).toContain("Try other words or fewer filters.");
  expect(links).toEqual([]);
});

test("removes each part of a search by itself, and several at once on the same page", () => {
  const diesel = { key: "fuel:diesel", label: "Diesel", without: { priceMax: 20_000 } };
  const price = { key: "price", label: "Up to $20,000", without: { fuel: ["diesel" as const] } };
  const both = draw(<SearchChips chips={[diesel, price]} base={bmw} />);
  expect(both.links).toEqual([
    "/products/1?priceMax=20000",
    "/products/1?fuel=diesel",
    "/products/1",
  ]);
  expect(both.text).toContain("Clear all");
  expect(draw(<SearchChips chips={[diesel]} base={bmw} />).text).not.toContain("Clear all");
});

test("offers the best match only for a search with words, as its first order", () => {
  type Props = Parameters<typeof SearchSortControl>[0];
  const control = (search: Props["search"], typed?: Props["typed"]) => {
    const { html } = draw(
      <SearchSortControl
        base={everyCar}
        search={search}
        typed={typed}
        onChange={() => undefined}
      />,
    );
    const [, chosen] = /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html)!;
    return { chosen, hasBest: html.includes("Best match") };
  };
  expect(control({ fuel: ["diesel"] })).toEqual({ chosen: "Newest first", hasBest: false });
  expect(control({ sort: "best" })).toEqual({ chosen: "Newest first", hasBest: false });
  expect(control({ q: "x5" })).toEqual({ chosen: "Best match", hasBest: true });
  expect(control({ q: "x5", sort: "newest" })).toEqual({ chosen: "Newest first", hasBest: true });
  const cheapest = { chosen: "Lowest price first", hasBest: true };
  expect(control({ q: "cheap x5" }, "price-asc")).toEqual(cheapest);
  expect(control({ q: "cheap x5", sort: "best" }, "price-asc")).toEqual({
    chosen: "Best match",
    hasBest: true,
  });
});
