import { queryOptions } from "@tanstack/react-query";
import type { DashboardSummary } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** The dashboard summary of this account. */
export function dashboardSummaryQuery(email: string) {
  return queryOptions({
    queryKey: ["dashboard-summary", email],
    queryFn: ({ signal }) => api.get<DashboardSummary>("/dashboard-summary", { signal }),
    // Always refetch: other users may have acted since.
    staleTime: 0,
  });
}
