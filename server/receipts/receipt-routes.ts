import { z } from "zod";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { purchase, receipt } from "#shared/receipts/receipt-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { drawReceipt } from "./draw-receipt.ts";
import { listPurchases } from "./list-purchases.ts";
import { readReceipt } from "./read-receipt.ts";

/** Receipts of paid bookings, as JSON and as PDF. */
export function receiptRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/account/purchases",
    {
      schema: {
        summary: "List the cars you have paid for",
        querystring: pageQuery,
        response: { 200: z.array(purchase) },
      },
    },
    async (request, reply) => {
      const page = await listPurchases(deps, viewerOf(request).accountId, request.query);
      sendPage(request, reply, page);
      return page.purchases;
    },
  );

  app.get(
    "/api/bookings/:id/receipt",
    {
      schema: {
        summary: "Read a paid booking's receipt",
        params: idParams,
        response: { 200: receipt },
      },
      config: { priority: "essential" },
    },
    (request) => readReceipt(deps, viewerOf(request), request.params.id),
  );

  app.get(
    "/api/bookings/:id/receipt.pdf",
    {
      schema: {
        summary: "Download a paid booking's receipt as PDF",
        params: idParams,
        response: { 200: { content: { "application/pdf": { schema: z.any() } } } },
      },
      config: { priority: "essential", rateLimit: limits.receiptFile },
    },
    async (request, reply) => {
      const receipt = await readReceipt(deps, viewerOf(request), request.params.id);
      const pdf = await drawReceipt(receipt);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="receipt-${receipt.number}.pdf"`)
        .header("cache-control", "private, no-store")
        .send(pdf);
    },
  );
}
