import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { api } from "#web/platform/api-client.ts";

/** How old an answer may be before it is fetched again when it is shown again. */
const freshMs = 2_000;

/**
 * The answer to a search, by the API's parameters. Until it arrives, the previous answer stays; a search that is no
 * longer wanted is aborted.
 */
export const searchQuery = (parameters: string) =>
  queryOptions({
    queryKey: ["listings", "search", parameters],
    queryFn: ({ signal }) => api.get<PageSearchAnswer>(`/listings?${parameters}`, { signal }),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
