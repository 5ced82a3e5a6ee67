import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FlaggedCar } from "#shared/car-history/car-history-contract.ts";
import type { MatchedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

export const reportKeys = { all: ["reports"] as const };

/**
 * One page of products with open reports, for the query in the URL. `base` is the shop's `reportsApiUrl`, which may
 * be on another host.
 */
export function reportedProductsQuery(base: string, search: string) {
  return {
    queryKey: [...reportKeys.all, search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<ReportedProduct>(`/reportedProducts${search}`, null, { base, signal }),
  };
}

export type FlagState = "open" | "dismissed";

/** Cars that do not fit an earlier listing of their VIN, or show photos of another seller's car. */
export function flaggedCarsQuery(state: FlagState) {
  return infiniteQueryOptions({
    queryKey: [...reportKeys.all, "flagged", state],
    queryFn: ({ pageParam, signal }) =>
      api.list<FlaggedCar>(`/flagged-cars?state=${state}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Dismisses a flag of a car. */
export function useDismissFlag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ flag, reason }: { flag: string; reason: string }) =>
      api.post<ModifiedAnswer>(`/flagged-cars/${encodeURIComponent(flag)}/dismiss`, { reason }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  });
}

/** Reports a product to the admins. `matchedCount` 0 comes with a `message`. */
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

/** Dismisses a product's reports; the car stays. For bulk actions. */
export function dismissReports(base: string, productId: string): Promise<ModifiedAnswer> {
  const path = `/reportedProducts/${encodeURIComponent(productId)}/dismiss`;
  return api.post<ModifiedAnswer>(path, undefined, { base });
}

/** Resolves a product's reports: keep the car (`dismiss`) or take it out of the shop (`remove`, with a reason). */
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
