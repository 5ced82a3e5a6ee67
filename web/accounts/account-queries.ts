import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BuyerRecord, SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

export const accountKeys = {
  all: ["accounts"] as const,
  users: ["accounts", "users"] as const,
  buyers: ["accounts", "buyers"] as const,
  sellers: ["accounts", "sellers"] as const,
};

function accountList<Item>(queryKey: readonly string[], path: string) {
  return (search: string) => ({
    queryKey: [...queryKey, search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<Item>(`${path}${search}`, null, { signal }),
  });
}

/** One page of each list, for the query in the URL. */
export const usersQuery = accountList<UserRecord>(accountKeys.users, "/users");
export const buyersQuery = accountList<BuyerRecord>(accountKeys.buyers, "/buyer");
export const sellersQuery = accountList<SellerRecord>(accountKeys.sellers, "/seller");

/** The calls themselves, for bulk actions. */
export const accountCalls = {
  verify: (id: string) => api.put<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`),
  /** Undoes this admin's own verification only. */
  undoVerify: (id: string) =>
    api.delete<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`, { undo: true }),
  deleteSeller: (id: string) => api.delete<DeletedAnswer>(`/seller/${encodeURIComponent(id)}`),
  deleteBuyer: (id: string) => api.delete<DeletedAnswer>(`/buyer/${encodeURIComponent(id)}`),
};

// An account can appear in several lists, so a change refetches all of them.
function useAccountAction<Answer>(call: (id: string) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.all }),
  });
}

export const useMakeAdmin = () =>
  useAccountAction((id) => api.put<ModifiedAnswer>(`/users/admin/${encodeURIComponent(id)}`));
export const useRevokeAdmin = () =>
  useAccountAction((id) => api.delete<ModifiedAnswer>(`/users/admin/${encodeURIComponent(id)}`));
export const useDeleteSeller = () => useAccountAction(accountCalls.deleteSeller);
export const useDeleteBuyer = () => useAccountAction(accountCalls.deleteBuyer);
