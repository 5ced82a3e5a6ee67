import type { ShouldRevalidateFunctionArgs } from "react-router";
import { firstPageCursor, searchParameters, type Search } from "#shared/search/search-filters.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { pageMeta, shopIn, type Matches } from "#web/platform/page-meta.ts";
import { apiParameters, readSearch, searchHref, type SearchBase } from "#web/search/page-search.ts";
import { searchTitle } from "#web/search/search-chips.ts";
import { answerOf, type FirstSearch } from "./first-search.ts";

/**
 * The head of a page of results. Search engines index what people search for by name, a make, a model and a body type in
 * one URL for each combination; other filters have too many combinations.
 */
export function searchMeta(
  matches: Matches,
  location: { search: string },
  { base, first }: { base: SearchBase; first: FirstSearch | null },
) {
  const parameters = new URLSearchParams(location.search);
  const search = { ...readSearch(parameters), sort: undefined };
  if (base.make !== null) search.make = undefined;
  // After a change in the browser, the page's first answer is about another search.
  const cursor = parameters.get("cursor");
  const asked = apiParameters(base, readSearch(parameters), { cursor });
  const firstSearch = first?.parameters === asked ? first : null;
  const title = searchTitle(base.make, search, shopIn(matches)?.currency ?? "USD");
  const answer = firstSearch && answerOf(firstSearch);
  const image = answer?.listings[0]?.image;
  const count = answer && `${formatNumber(answer.total)} for sale, `;
  return [
    ...pageMeta(matches, {
      title,
      description: `${title}: ${count ?? ""}with price, market price, mileage and seller. Reserve one online.`,
      path: firstSearch?.canonicalPath ?? searchHref(base, search),
      image: image?.startsWith("/") ? image : undefined,
    }),
    ...(isIndexed(search, answer?.total) ? [] : [{ name: "robots", content: "noindex" }]),
    ...(["prev", "next"] as const).flatMap((rel) => {
      const to = rel === "prev" ? answer?.previousCursor : answer?.nextCursor;
      return to ? [{ tagName: "link" as const, rel, href: pageHref(base, parameters, to) }] : [];
    }),
  ];
}

const indexedFields: readonly string[] = ["make", "model", "body"];

function isIndexed(search: Search, total: number | undefined): boolean {
  const given = [...searchParameters(search).keys()];
  if (given.length > 0 && total === 0) return false;
  return given.every((name, at) => indexedFields.includes(name) && given.indexOf(name) === at);
}

function pageHref(base: SearchBase, parameters: URLSearchParams, cursor: string): string {
  const href = searchHref(base, readSearch(parameters));
  if (cursor === firstPageCursor) return href;
  return `${href}${href.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** A page of results asks the API itself when its search changes, so its loader runs only for the first one. */
export function shouldLoadAgain({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  return isSamePage ? false : defaultShouldRevalidate;
}
