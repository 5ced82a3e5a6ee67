import { z } from "zod";
import { sellerStats } from "#shared/seller-stats/seller-stats-contract.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { countView } from "./count-view.ts";
import { readSellerStats } from "./read-seller-stats.ts";

/** Counting views, and the seller stats. */
export function sellerStatsRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/products/:id/views",
    {
      schema: {
        summary: "Count a visit to a car",
        params: idParams,
        response: { 200: z.object({ acknowledged: z.literal(true) }) },
      },
      config: { priority: "optional", refusals: [401], rateLimit: limits.view },
    },
    (request) => countView(deps, request.params.id, request),
  );

  app.get(
    "/api/seller/stats",
    {
      schema: { summary: "Read your seller stats", response: { 200: sellerStats } },
      config: { priority: "optional" },
    },
    (request) => readSellerStats(deps, viewerOf(request).accountId, new Date()),
  );
}
