import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeleteOwnBody, DeletionAnswer } from "#shared/accounts/own-data-contract.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { saveFile } from "#web/platform/requests/save-file.ts";

/** Whether the account can be deleted now, or why not. Never cached, because a booking may have ended. */
export const deletionQuery = queryOptions({
  queryKey: ["own-account", "deletion"],
  queryFn: ({ signal }) => api.get<DeletionAnswer>("/account/deletion", { signal }),
  staleTime: 0,
});

/** Fetches everything stored about the account and saves it as indented, readable JSON. */
export function useSaveOwnData() {
  return useMutation({
    mutationFn: async () => {
      const data = await api.get<DataFile>("/account/data");
      const text = JSON.stringify(data, null, 2);
      const name = `${data.shop.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-data.json`;
      saveFile(new Blob([text], { type: "application/json" }), name);
    },
  });
}

/** Deletes the signed-in account, or says why it can't. The dialog shows wrong-password errors. */
export function useDeleteOwnAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeleteOwnBody) => api.post<DeletedAnswer>("/account/delete", body),
    meta: { formShowsErrors: true },
    onSuccess: ({ deletedCount }) =>
      deletedCount === 0 && queryClient.invalidateQueries({ queryKey: deletionQuery.queryKey }),
  });
}
