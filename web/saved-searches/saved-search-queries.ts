import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type {
  SavedSearch,
  SavedSearchChanges,
  SaveSearchAnswer,
} from "#shared/saved-searches/saved-search-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";

const keys = {
  all: ["saved-searches"] as const,
  list: (email: string) => ["saved-searches", email] as const,
};

/** The account's saved searches, the latest first, with the number of cars that match each now. */
export function savedSearchesQuery(email: string) {
  return queryOptions({
    queryKey: keys.list(email),
    queryFn: ({ signal }) => api.get<SavedSearch[]>("/saved-searches", { signal }),
  });
}

/** Saves a search, given as URL parameters. Without a name, the server suggests one. */
export async function saveSearch(search: string): Promise<SaveSearchAnswer> {
  try {
    return await postSearch({ search });
  } finally {
    void pageQueryClient().invalidateQueries({ queryKey: keys.all });
  }
}

function postSearch(body: { search: string; name?: string }): Promise<SaveSearchAnswer> {
  return api.post<SaveSearchAnswer>("/saved-searches", body);
}

/** `saveSearch` for the form. */
export function useSaveSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: postSearch,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { formShowsErrors: true },
  });
}

/** Renames a saved search, or turns its emails on or off. */
export function useChangeSavedSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id, ...changes }: { _id: string } & SavedSearchChanges) =>
      api.patch<ModifiedAnswer>(`/saved-searches/${encodeURIComponent(_id)}`, changes),
    // Awaited: the button stays busy until the list shows the change.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Marks the cars of a saved search as seen. A failure is not worth a message: they stay marked as new. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.patch<ModifiedAnswer>(`/saved-searches/${encodeURIComponent(id)}`, { seen: true }),
    // The visitor may have come back to the list, or kept it open, before this was stored.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { formShowsErrors: true },
  });
}

export function useDeleteSavedSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.delete<DeletedAnswer>(`/saved-searches/${encodeURIComponent(id)}`),
    // Not awaited: the dialog closes and says so before its search leaves the list.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}
