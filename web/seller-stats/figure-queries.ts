import { queryOptions } from "@tanstack/react-query";
import type { SellerFigures } from "#shared/seller-stats/figure-contract.ts";
import { api } from "#web/platform/api-client.ts";

/** How the cars of the seller with this address did lately. */
export function figuresQuery(email: string) {
  return queryOptions({
    queryKey: ["figures", email],
    queryFn: ({ signal }) => api.get<SellerFigures>("/seller/figures", { signal }),
    staleTime: 0,
  });
}
