import { formatNumber } from "#shared/text/format-number.ts";
import { dialogNames } from "#web/listings/use-dialog-param.ts";
import { isBackAt } from "#web/platform/back-navigation.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { findPageData, isRefusal, type PageData } from "#web/platform/page-data.ts";
import { apiParameters, readSearch } from "#web/search/page-search.ts";
import { everyCar } from "#web/search/search-field.tsx";
import { searchQuery } from "#web/search/search-queries.ts";
import type { Route } from "./+types/search";
import type { FirstSearch } from "./search/first-search.ts";
import { pageServices } from "./page-services.ts";
import { readSearchRequest } from "./search/read-search-request.ts";
import { SearchResults } from "./search/search-results.tsx";
import { searchMeta, shouldLoadAgain } from "./search/search-route.ts";

export function meta({ matches, loaderData, location }: Route.MetaArgs) {
  return searchMeta(matches, location, { base: everyCar, first: loaderData?.first ?? null });
}

export function loader({
  context,
  request,
}: Route.LoaderArgs): PageData<{ first: FirstSearch | null }> {
  const first = readSearchRequest(context.get(pageServices), new URL(request.url), everyCar);
  if (first instanceof Response) throw first;
  return { first };
}

/**
 * In the browser, the page renders at once and asks the API itself. After Back it waits for an answer, because the scroll
 * position can only be restored at full height. The car of an open dialog may be on another page of the results, which only
 * the server knows.
 */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<PageData<{ first: FirstSearch | null }>> {
  const pageData = findPageData<{ first: FirstSearch }>(request);
  if (pageData) return pageData;
  const url = new URL(request.url);
  if (dialogNames.some((name) => url.searchParams.has(name))) return loadOnServer(serverLoader);
  if (isBackAt(url)) {
    const cursor = url.searchParams.get("cursor");
    const parameters = apiParameters(everyCar, readSearch(url.searchParams), { cursor });
    await pageQueryClient().prefetchQuery(searchQuery(parameters));
  }
  return { first: null };
}

async function loadOnServer(serverLoader: Route.ClientLoaderArgs["serverLoader"]) {
  try {
    return await serverLoader();
  } catch (error) {
    if (isRefusal(error)) throw error;
    return { first: null };
  }
}

export const shouldRevalidate = shouldLoadAgain;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pt-4 pb-20 lg:pt-6">
      <SearchResults
        base={everyCar}
        first={loaderData.first}
        isOld={loaderData.isOld}
        dataOf={(first) => ({ first })}
        heading={({ total, search }) => (
          <h1 className="display text-[1.75rem] lg:text-4xl">{headingOf(total, search.q)}</h1>
        )}
      />
    </div>
  );
}

function headingOf(total: number | null, q: string | undefined): string {
  const cars = total === 1 ? "used car" : "used cars";
  const counted = total === null ? "Used cars" : `${formatNumber(total)} ${cars}`;
  return q === undefined ? counted : `${counted} for “${q}”`;
}
