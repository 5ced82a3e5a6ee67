import { systemAnswer } from "#shared/system/system-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { metricsRoute } from "./metrics-endpoints.ts";
import { readSystem } from "./read-system.ts";

/** The state of the system, for admins, and the metrics for Prometheus. */
export function systemRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/system",
    { schema: { summary: "Read how the shop runs", response: { 200: systemAnswer } } },
    () => readSystem(deps),
  );
  metricsRoute(app, deps);
}
