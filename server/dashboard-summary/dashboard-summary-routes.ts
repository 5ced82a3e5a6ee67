import { dashboardSummary } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { readDashboardSummary } from "./read-dashboard-summary.ts";

/** The dashboard summary of the signed-in user. */
export function dashboardSummaryRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/dashboard-summary",
    { schema: { summary: "Read your dashboard summary", response: { 200: dashboardSummary } } },
    (request) => readDashboardSummary(deps, viewerOf(request)),
  );
}
