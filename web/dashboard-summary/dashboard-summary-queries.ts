import { queryOptions } from "@tanstack/react-query";
import type { DashboardSummary } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { api } from "#web/platform/api-client.ts";

/** What waits for the person with this address. */
export function dashboardSummaryQuery(email: string) {
  return queryOptions({
    queryKey: ["tasks", email],
    queryFn: ({ signal }) => api.get<DashboardSummary>("/dashboard-summary", { signal }),
    // Others act meanwhile: whoever comes here wants to know how it stands.
    staleTime: 0,
  });
}
