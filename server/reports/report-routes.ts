import { z } from "zod";
import { idParams, matchedAnswer, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { reportBody, reportedListQuery, reportedProduct } from "#shared/reports/report-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { dismissReports } from "./dismiss-reports.ts";
import { listReported } from "./list-reported.ts";
import { reopenReports } from "./reopen-reports.ts";
import { reportListing } from "./report-listing.ts";

/** Reports of listings (docs/specification.md, "Reports") and the admins' decisions on them. */
export function reportRoutes(app: App, deps: Deps): void {
  app.put(
    "/api/reportedProducts/:id",
    {
      schema: {
        summary: "Report a car",
        params: idParams,
        body: reportBody,
        response: { 200: matchedAnswer },
      },
      config: {
        priority: "optional",
        rateLimit: limits.report,
        examples: { body: { "With a reason": { reason: "The car was sold weeks ago." } } },
      },
    },
    (request) => reportListing(deps, viewerOf(request), request.params.id, request.body?.reason),
  );

  app.get(
    "/api/reportedProducts",
    {
      schema: {
        summary: "List the reported cars",
        querystring: reportedListQuery,
        response: { 200: z.array(reportedProduct) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) => listReported({ db }, request.query));
      sendPage(request, reply, page);
      return page.reported;
    },
  );

  const settleSchema = { params: idParams, response: { 200: modifiedAnswer } };
  app.post(
    "/api/reportedProducts/:id/dismiss",
    {
      schema: { summary: "Dismiss a car's reports", ...settleSchema },
      config: { priority: "optional" },
    },
    (request) => dismissReports(deps, viewerOf(request), request.params.id),
  );
  app.post(
    "/api/reportedProducts/:id/reopen",
    {
      schema: { summary: "Undo the dismissal of a car's reports", ...settleSchema },
      config: { priority: "optional" },
    },
    (request) => reopenReports(deps, viewerOf(request), request.params.id),
  );
}
