import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MatchedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

export const reportKeys = { all: ["reports"] as const };

/**
 * One page of products with open reports, as the address's query asks for it. `base` is the shop's `reportsApiUrl`: the
 * seed lets this call live on a host of its own.
 */
export function reportedProductsQuery(base: string, search: string) {
  return {
    queryKey: [...reportKeys.all, search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<ReportedProduct>(`/reportedProducts${search}`, null, { base, signal }),
  };
}

/** Reports a product to the admin. `matchedCount` 0 comes with a `message`. */
export function useReportProduct() {
  const { reportsApiUrl: base } = useShop();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: ({ productId, reason }: { productId: string; reason: string | undefined }) =>
      api.put<MatchedAnswer>(
        `/reportedProducts/${encodeURIComponent(productId)}`,
        reason ? { reason } : undefined,
        { base, signal: signal() },
      ),
  });
}

type Settlement = { productId: string; action: "dismiss" | "remove"; reason?: string };

/** Settles the reports of one of many products; the car stays. */
export function dismissReports(base: string, productId: string): Promise<ModifiedAnswer> {
  const path = `/reportedProducts/${encodeURIComponent(productId)}/dismiss`;
  return api.post<ModifiedAnswer>(path, undefined, { base });
}

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
