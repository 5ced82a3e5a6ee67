import {
  applyPlanBody,
  feedChangePage,
  feedChangeQuery,
  feedPlan,
  feedPlanParams,
} from "#shared/feeds/feed-contract.ts";
import { refusedRowPage, refusedRowQuery } from "#shared/feeds/refused-row-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { listPlanChanges, listRefusals } from "./feed-page-store.ts";
import { ownPlan, readOwnPlan } from "./own-feeds.ts";
import { presentChange } from "./present-feed.ts";
import { readInTurn } from "./read-in-turn.ts";
import { readerOf } from "./reader-of.ts";
import { runInTurn } from "./run-in-turn.ts";
import { applyOwnPlan, discardOwnPlan, undoOwnPlan } from "./apply/run-plan.ts";

type PlanDeps = Pick<Deps, "db" | "config" | "catalogue">;

/** The plans of a feed: what its file would change, applied, undone or discarded. */
export function feedPlanRoutes(app: App, deps: PlanDeps): void {
  app.get(
    "/api/feeds/:id/plans/:planId",
    {
      schema: { summary: "Read a plan", params: feedPlanParams, response: { 200: feedPlan } },
      config: { rateLimit: limits.feedRead },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        readOwnPlan(deps, viewerOf(request), request.params),
      ),
  );
  app.get(
    "/api/feeds/:id/plans/:planId/changes",
    {
      schema: {
        summary: "List the changes of a plan",
        params: feedPlanParams,
        querystring: feedChangeQuery,
        response: { 200: feedChangePage },
      },
      config: { rateLimit: limits.feedRead },
    },
    async (request, reply) => {
      const { plan } = await ownPlan(deps.db, viewerOf(request), request.params);
      const { rows, ...cursors } = await readInTurn(readerOf(request, reply), () =>
        listPlanChanges(deps.db, plan.id, request.query),
      );
      const { CURRENCY } = deps.config;
      const changes = rows.map(({ change, shown }) => presentChange(change, shown, CURRENCY));
      return { changes, ...cursors };
    },
  );
  app.get(
    "/api/feeds/:id/plans/:planId/refused",
    {
      schema: {
        summary: "List the rows of a plan's file that were refused",
        params: feedPlanParams,
        querystring: refusedRowQuery,
        response: { 200: refusedRowPage },
      },
      config: { rateLimit: limits.feedRead },
    },
    async (request) => {
      const { plan } = await ownPlan(deps.db, viewerOf(request), request.params);
      return listRefusals(deps.db, plan.id, request.query);
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/apply",
    {
      schema: {
        summary: "Apply a plan",
        params: feedPlanParams,
        body: applyPlanBody,
        response: { 200: feedPlan },
      },
      config: {
        rateLimit: limits.feed,
        refusals: [409],
        examples: { body: { "After a review": { confirm: true } } },
      },
    },
    (request) => {
      const viewer = viewerOf(request);
      const applied = { ...request.params, ...request.body };
      return runInTurn(viewer.accountId, () => applyOwnPlan(deps, viewer, applied));
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/undo",
    {
      schema: {
        summary: "Undo the last plan of a feed",
        params: feedPlanParams,
        response: { 200: feedPlan },
      },
      config: { rateLimit: limits.feed, refusals: [409] },
    },
    (request) => {
      const viewer = viewerOf(request);
      return runInTurn(viewer.accountId, () => undoOwnPlan(deps, viewer, request.params));
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/discard",
    {
      schema: {
        summary: "Discard a plan that waits, or stop one that is being applied",
        params: feedPlanParams,
        response: { 200: feedPlan },
      },
      config: { rateLimit: limits.feed, refusals: [409] },
    },
    (request) => discardOwnPlan(deps, viewerOf(request), request.params),
  );
}
