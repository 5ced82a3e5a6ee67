import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreatedAnswer, DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { CheckBody, SellerChecks } from "#shared/seller-checks/seller-check-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** All that admins recorded about a seller. */
export function sellerChecksQuery(sellerId: string) {
  return queryOptions({
    queryKey: ["seller-checks", sellerId],
    queryFn: ({ signal }) =>
      api.get<SellerChecks>(`/seller/${encodeURIComponent(sellerId)}/checks`, { signal }),
  });
}

function useCheckCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["seller-checks"] }),
  });
}

export const useRecordCheck = () =>
  useCheckCall(({ sellerId, ...check }: CheckBody & { sellerId: string }) =>
    api.post<CreatedAnswer>(`/seller/${encodeURIComponent(sellerId)}/checks`, check),
  );
export const useWithdrawCheck = () =>
  useCheckCall((id: string) =>
    api.delete<DeletedAnswer>(`/seller-checks/${encodeURIComponent(id)}`),
  );
