import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { VinClaim } from "#shared/car-history/vin-claim-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

export type ClaimState = "pending" | "decided";
export type ClaimVerb = "confirm" | "refuse";

const keys = { all: ["vin-claims"] as const };

/** Cars with a VIN that another seller's car had before. */
export function vinClaimsQuery(state: ClaimState) {
  return infiniteQueryOptions({
    queryKey: [...keys.all, state],
    queryFn: ({ pageParam, signal }) =>
      api.list<VinClaim>(`/vin-claims?state=${state}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Confirms or refuses a claim as the admin sees it. */
export function useDecideVinClaim() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      claim,
      status,
      verb,
    }: Pick<VinClaim, "claim" | "status"> & { verb: ClaimVerb }) =>
      api.post<ModifiedAnswer>(`/vin-claims/${encodeURIComponent(claim)}/${verb}`, {
        from: status,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}
