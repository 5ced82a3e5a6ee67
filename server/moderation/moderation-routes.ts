import { z } from "zod";
import {
  appeal,
  appealBody,
  appealListQuery,
  decideAppealBody,
  ownModerationAction,
  suspendBody,
} from "#shared/moderation/moderation-contract.ts";
import { createdAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { removeReportedBody } from "#shared/reports/report-contract.ts";
import { removeReported } from "./remove-reported.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { decideAppeal } from "./decide-appeal.ts";
import { liftSuspension } from "./lift-suspension.ts";
import { listAppeals } from "./list-appeals.ts";
import { listOwnModerationActions } from "./list-own-moderation-actions.ts";
import { submitAppeal } from "./submit-appeal.ts";
import { suspendSeller } from "./suspend-seller.ts";

/** Suspending sellers, removing reported listings, and appeals against both. */
export function moderationRoutes(app: App, deps: Deps): void {
  const suspension = { params: idParams, response: { 200: modifiedAnswer } };
  app.put(
    "/api/seller/suspend/:id",
    {
      schema: { summary: "Suspend a seller", ...suspension, body: suspendBody },
      config: { examples: { body: { "With a reason": { reason: "Suspected fraud" } } } },
    },
    (request) => suspendSeller(deps, viewerOf(request), request.params.id, request.body.reason),
  );
  app.delete(
    "/api/seller/suspend/:id",
    { schema: { summary: "Lift a seller's suspension", ...suspension } },
    (request) => liftSuspension(deps, viewerOf(request), request.params.id),
  );

  app.post(
    "/api/reportedProducts/:id/remove",
    {
      schema: {
        summary: "Remove a reported car",
        params: idParams,
        response: { 200: modifiedAnswer },
        body: removeReportedBody,
      },
      config: {
        priority: "optional",
        examples: { body: { "With a reason": { reason: "The car does not exist." } } },
      },
    },
    (request) => removeReported(deps, viewerOf(request), request.params.id, request.body?.reason),
  );

  app.get(
    "/api/moderation",
    {
      schema: {
        summary: "List the moderation actions against you",
        querystring: pageQuery,
        response: { 200: z.array(ownModerationAction) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await listOwnModerationActions(deps, viewerOf(request), request.query);
      sendPage(request, reply, page);
      return page.actions;
    },
  );

  app.post(
    "/api/appeals",
    {
      schema: {
        summary: "Appeal against a moderation action",
        body: appealBody,
        response: { 200: createdAnswer },
      },
      config: {
        priority: "optional",
        refusals: [404],
        rateLimit: limits.report,
        examples: {
          body: {
            "A seller's words": {
              actionId: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11",
              text: "The car is mine, and I can show its papers.",
            },
          },
        },
      },
    },
    (request) => submitAppeal(deps, viewerOf(request), request.body),
  );
  app.get(
    "/api/appeals",
    {
      schema: {
        summary: "List your appeals; an admin gets everyone's",
        querystring: appealListQuery,
        response: { 200: z.array(appeal) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await listAppeals(deps, viewerOf(request), request.query);
      sendPage(request, reply, page);
      return page.appeals;
    },
  );
  app.post(
    "/api/appeals/:id/decide",
    {
      schema: {
        summary: "Decide an appeal",
        params: idParams,
        body: decideAppealBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        priority: "optional",
        examples: {
          body: {
            "The removal stays": { outcome: "upheld", reason: "The papers are of another car." },
          },
        },
      },
    },
    (request) => decideAppeal(deps, viewerOf(request), request.params.id, request.body),
  );
}
