import { z } from "zod";
import { sellerFigures } from "#shared/seller-stats/figure-contract.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { countView } from "./count-view.ts";
import { readFigures } from "./read-figures.ts";

/** How cars do in the shop: what visitors open, and what their sellers see of it. */
export function figureRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/products/:id/views",
    {
      schema: {
        params: idParams,
        response: { 200: z.object({ acknowledged: z.literal(true) }) },
      },
      config: { rateLimit: limits.view },
    },
    (request) => countView(deps, request.params.id, request),
  );

  app.get("/api/seller/figures", { schema: { response: { 200: sellerFigures } } }, (request) =>
    readFigures(deps, viewerOf(request).accountId, new Date()),
  );
}
