import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { MatchedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { useShop } from "#web/platform/root-data.ts";

export const reportKeys = { all: ["reports"] as const };

/** Products with open reports. `base` is the shop's `reportsApiUrl`: the seed lets this call live on a host of its own. */
export function reportedProductsQuery(base: string) {
  return infiniteQueryOptions({
    queryKey: reportKeys.all,
    queryFn: ({ pageParam, signal }) =>
      api.list<ReportedProduct>("/reportedProducts", pageParam, { base, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Reports a product to the admin. `matchedCount` 0 comes with a `message`. */
export function useReportProduct() {
  const { reportsApiUrl: base } = useShop();
  return useMutation({
    mutationFn: ({ productId, reason }: { productId: string; reason: string | undefined }) =>
      api.put<MatchedAnswer>(
        `/reportedProducts/${encodeURIComponent(productId)}`,
        reason ? { reason } : undefined,
        { base },
      ),
  });
}

type Settlement = { productId: string; action: "dismiss" | "remove"; reason?: string };

/** Settles a product's reports: the car stays (`dismiss`) or leaves the shop (`remove`, for a reason). */
export function useSettleReports() {
  const { reportsApiUrl: base } = useShop();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ productId, action, reason }: Settlement) =>
      api.post<ModifiedAnswer>(
        `/reportedProducts/${encodeURIComponent(productId)}/${action}`,
        reason === undefined ? undefined : { reason },
        { base },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  });
}
