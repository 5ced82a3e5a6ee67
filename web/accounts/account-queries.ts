import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
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
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.list<Item>(path, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const usersQuery = accountList<UserRecord>(accountKeys.users, "/users");
export const buyersQuery = accountList<BuyerRecord>(accountKeys.buyers, "/buyer");
export const sellersQuery = accountList<SellerRecord>(accountKeys.sellers, "/seller");

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
export const useVerifySeller = () =>
  useAccountAction((id) => api.put<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`));
export const useRevokeVerification = () =>
  useAccountAction((id) => api.delete<ModifiedAnswer>(`/seller/verify/${encodeURIComponent(id)}`));
export const useDeleteSeller = () =>
  useAccountAction((id) => api.delete<DeletedAnswer>(`/seller/${encodeURIComponent(id)}`));
export const useDeleteBuyer = () =>
  useAccountAction((id) => api.delete<DeletedAnswer>(`/buyer/${encodeURIComponent(id)}`));
