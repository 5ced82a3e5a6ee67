import { queryOptions } from "@tanstack/react-query";
import type { SellerStats } from "#shared/seller-stats/seller-stats-contract.ts";
import { api } from "#web/platform/api-client.ts";

/** Stats of the seller's cars. */
export function sellerStatsQuery(email: string) {
  return queryOptions({
    queryKey: ["figures", email],
    queryFn: ({ signal }) => api.get<SellerStats>("/seller/stats", { signal }),
    staleTime: 0,
  });
}
