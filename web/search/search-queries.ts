import { queryOptions } from "@tanstack/react-query";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";

/** How old an answer may be before it is fetched again when it is shown again. */
const freshMs = 2_000;

/**
 * The answer to a search, by the API's parameters. A search that is no longer wanted is aborted.
 */
export const searchQuery = (parameters: string) =>
  queryOptions({
    queryKey: ["listings", "search", parameters],
    queryFn: async ({ signal }) => {
      const { api } = await import("#web/platform/requests/api-client.ts");
      return api.get<PageSearchAnswer>(`/listings?${parameters}`, { signal });
    },
    staleTime: freshMs,
  });
