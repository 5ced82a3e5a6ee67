import { redirect } from "react-router";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { linkedCarPath } from "#shared/listings/listing-path.ts";
import { readPageSearch, searchPageSize } from "#shared/search/search-contract.ts";
import {
  firstPageCursor,
  searchFields,
  searchParameters,
  type Search,
} from "#shared/search/search-filters.ts";
import { apiParameters, searchHref, type SearchBase } from "#web/search/page-search.ts";
import { findDialogProducts } from "../car/dialog-products.ts";
import { encodeAnswer } from "./encode-answer.ts";
import type { FirstSearch } from "./first-search.ts";
import type { PageServices } from "../page-services.ts";

/**
 * Searches for what a page's URL asks for. Answers with a redirect for a URL with empty or invalid values, which the
 * browser would not understand.
 */
export function readSearchRequest(
  services: Pick<PageServices, "searchListings" | "findProduct" | "embedded">,
  url: URL,
  base: SearchBase,
): FirstSearch | Response {
  const {
    cursor: given,
    limit: _limit,
    facets: _facets,
    ...read
  } = readPageSearch(url.searchParams);
  const link = linkedCarPath(read.q ?? "");
  if (link !== null) return redirect(link);
  const search: Search = base.make === null ? read : { ...read, make: undefined };
  const canonical = searchParameters(search);
  const cursor = given === undefined || given === firstPageCursor ? null : given;
  if (cursor === null && given !== undefined) return redirectTo(url, base, canonical, null);
  if (!isSameSearch(url.searchParams, canonical)) return redirectTo(url, base, canonical, cursor);
  const make = base.make === null ? search.make : ([base.make] as Search["make"]);
  try {
    const answer = services.searchListings({
      ...search,
      make,
      limit: searchPageSize,
      cursor: cursor ?? undefined,
      facets: "1",
    });
    if (services.embedded) services.embedded.answer = answer;
    const first: FirstSearch = {
      ...(!services.embedded && { json: encodeAnswer(answer) }),
      parameters: apiParameters(base, search, { cursor }),
      canonicalPath: canonicalPath(base, search, cursor),
      dialogProducts: findDialogProducts(services, url, answer.listings),
    };
    // Only for the server: the browser gets what can be enumerated.
    return Object.defineProperty(first, "answer", { value: answer });
  } catch (error) {
    // A cursor of another order, or an edited one: the first page is what can be shown.
    if (error instanceof AppError && error.code === "invalid_cursor")
      return redirectTo(url, base, canonical, null);
    throw error;
  }
}

function canonicalPath(
  base: SearchBase,
  { sort, ...search }: Search,
  cursor: string | null,
): string {
  const path = firstPagePath(base, search);
  // A cursor belongs to an order.
  if (cursor === null || sort !== undefined) return path;
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

function firstPagePath(base: SearchBase, search: Search): string {
  const [make, ...others] = search.make ?? [];
  if (make === undefined || others.length > 0 || search.q !== undefined)
    return searchHref(base, search);
  const path = `/products/${categoryIdOf(make)}`;
  return searchHref({ path, make }, { ...search, make: undefined });
}

/** Whether the URL has exactly these parameters of a search, in any order. */
function isSameSearch(given: URLSearchParams, canonical: URLSearchParams): boolean {
  const fields: readonly string[] = searchFields;
  const asText = (parameters: URLSearchParams) =>
    JSON.stringify([...parameters].filter(([name]) => fields.includes(name)).sort(byNameAndValue));
  return asText(given) === asText(canonical);
}

function byNameAndValue([nameA, valueA]: [string, string], [nameB, valueB]: [string, string]) {
  return nameA === nameB ? (valueA < valueB ? -1 : 1) : nameA < nameB ? -1 : 1;
}

function redirectTo(url: URL, base: SearchBase, search: URLSearchParams, cursor: string | null) {
  const parameters = new URLSearchParams(search);
  if (cursor !== null) parameters.set("cursor", cursor);
  for (const name of ["book", "report"]) {
    const id = url.searchParams.get(name);
    if (id !== null) parameters.set(name, id);
  }
  return redirect(parameters.size === 0 ? base.path : `${base.path}?${parameters}`);
}
