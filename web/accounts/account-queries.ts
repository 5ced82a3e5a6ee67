import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BuyerRecord, SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/api-client.ts";

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

/** One page of these lists, as the address's query asks for it. */
export const usersQuery = accountList<UserRecord>(accountKeys.users, "/users");
export const buyersQuery = accountList<BuyerRecord>(accountKeys.buyers, "/buyer");
export const sellersQuery = accountList<SellerRecord>(accountKeys.sellers, "/seller");

/** The calls themselves, for who makes many of them. */
export const accountCalls = {
  verify: (id: string) => api.put<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`),
  /** Takes the admin's own verification back, and no other's. */
  undoVerify: (id: string) =>
    api.delete<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`, { undo: true }),
  deleteSeller: (id: string) => api.delete<DeletedAnswer>(`/seller/${encodeURIComponent(id)}`),
  deleteBuyer: (id: string) => api.delete<DeletedAnswer>(`/buyer/${encodeURIComponent(id)}`),
};

// One person stands in several of these lists, so a change of one reads all of them again.
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
