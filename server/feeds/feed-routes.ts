import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  applyPlanBody,
  changeFeedBody,
  createFeedBody,
  feed,
  feedChangePage,
  feedChangeQuery,
  feedPlan,
  feedPlanParams,
  feedWithHistory,
  uploadFeedQuery,
} from "#shared/feeds/feed-contract.ts";
import { feedPreview, previewFeedQuery } from "#shared/feeds/feed-preview-contract.ts";
import { feedPhotoPage } from "#shared/feeds/feed-photo-contract.ts";
import { refusedRowPage, refusedRowQuery } from "#shared/feeds/refused-row-contract.ts";
import {
  decideAllEditsAnswer,
  decideAllEditsBody,
  decideEditBody,
  decideEditsAnswer,
  decideEditsBody,
  editedCarPage,
} from "#shared/feeds/feed-edit-contract.ts";
import {
  createdAnswer,
  deletedAnswer,
  idParams,
  modifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import { countAgainst } from "#server/limits/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { goneSignal } from "#server/platform/http/gone-signal.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { decideAllEdits } from "./decide-all-edits.ts";
import { decideEdit, listEdits } from "./decide-edit.ts";
import { decideEdits } from "./decide-edits.ts";
import { listPlanChanges, listRefusals } from "./feed-page-store.ts";
import {
  changeOwnFeed,
  createOwnFeed,
  deleteOwnFeed,
  listOwnFeeds,
  ownPlan,
  readOwnFeed,
  readOwnPlan,
} from "./own-feeds.ts";
import { presentChange } from "./present-feed.ts";
import { previewFeed, previewPlan } from "./preview-feed.ts";
import { readInTurn } from "./read-in-turn.ts";
import { listFeedPhotos, retryPhotos } from "./retry-photos.ts";
import { runInTurn } from "./run-in-turn.ts";
import { applyOwnPlan, discardOwnPlan, undoOwnPlan } from "./run-plan.ts";
import { uploadFeed } from "./upload-feed.ts";

type RouteDeps = Pick<Deps, "db" | "config" | "catalogue" | "secrets" | "jobs">;
const config = { rateLimit: limits.feed };
const reading = { rateLimit: limits.feedRead };

/** Who reads, until they disconnect. */
const readerOf = (request: FastifyRequest, reply: FastifyReply) => ({
  accountId: viewerOf(request).accountId,
  gone: goneSignal(reply.raw),
});

/** A seller's feeds: their settings, plans and history. */
export function feedRoutes(app: App, deps: RouteDeps): void {
  app.get(
    "/api/feeds",
    { schema: { response: { 200: z.array(feed) } }, config: reading },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () => listOwnFeeds(deps, viewerOf(request))),
  );
  app.post(
    "/api/feeds",
    { schema: { body: createFeedBody, response: { 200: createdAnswer } }, config },
    (request) => createOwnFeed(deps, viewerOf(request), request.body),
  );
  app.get(
    "/api/feeds/:id",
    { schema: { params: idParams, response: { 200: feedWithHistory } }, config: reading },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        readOwnFeed(deps, viewerOf(request), request.params.id),
      ),
  );
  app.patch(
    "/api/feeds/:id",
    {
      schema: { params: idParams, body: changeFeedBody, response: { 200: modifiedAnswer } },
      config,
    },
    async (request) => {
      const viewer = viewerOf(request);
      // The file is fetched at once, and read like an uploaded one.
      if (request.body.fetch)
        await countAgainst(deps, limits.feedUpload, { account: viewer.accountId, ip: request.ip });
      return changeOwnFeed(deps, viewer, request.params.id, request.body);
    },
  );
  app.delete(
    "/api/feeds/:id",
    { schema: { params: idParams, response: { 200: deletedAnswer } }, config },
    (request) => deleteOwnFeed(deps, viewerOf(request), request.params.id),
  );
  app.get(
    "/api/feeds/:id/preview",
    { schema: { params: idParams, response: { 200: feedPreview } }, config },
    (request, reply) =>
      previewPlan(deps, viewerOf(request), { ...request.params, gone: goneSignal(reply.raw) }),
  );
  editRoutes(app, deps);
  photoRoutes(app, deps);
  void app.register((scope) => uploadRoute(scope as unknown as App, deps));
  planRoutes(app, deps);
}

function editRoutes(app: App, deps: RouteDeps): void {
  app.get(
    "/api/feeds/:id/edits",
    {
      schema: { params: idParams, querystring: pageQuery, response: { 200: editedCarPage } },
      config: reading,
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        listEdits(deps, viewerOf(request), request.params.id, request.query),
      ),
  );
  app.post(
    "/api/feeds/:id/edits",
    {
      schema: { params: idParams, body: decideEditBody, response: { 200: modifiedAnswer } },
      config,
    },
    (request) => decideEdit(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
  app.post(
    "/api/feeds/:id/edits/bulk",
    {
      schema: { params: idParams, body: decideEditsBody, response: { 200: decideEditsAnswer } },
      config,
    },
    (request) => decideEdits(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
  app.post(
    "/api/feeds/:id/edits/bulk/all",
    {
      schema: {
        params: idParams,
        body: decideAllEditsBody,
        response: { 200: decideAllEditsAnswer },
      },
      config,
    },
    (request) =>
      decideAllEdits(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
}

function photoRoutes(app: App, deps: RouteDeps): void {
  app.get(
    "/api/feeds/:id/photos",
    {
      schema: { params: idParams, querystring: pageQuery, response: { 200: feedPhotoPage } },
      config: reading,
    },
    (request) => listFeedPhotos(deps, viewerOf(request), request.params.id, request.query),
  );
  app.post(
    "/api/feeds/:id/photos/retry",
    {
      schema: { params: idParams, response: { 200: modifiedAnswer } },
      config: { rateLimit: limits.feedPhotos },
    },
    (request) => retryPhotos(deps, viewerOf(request), request.params.id),
  );
}

async function uploadRoute(app: App, deps: RouteDeps): Promise<void> {
  // The file is streamed to the disk, so it is never in memory.
  app.addContentTypeParser(
    "application/octet-stream",
    async (_request: unknown, body: unknown) => body,
  );
  app.post(
    "/api/feeds/:id/plans",
    {
      schema: { params: idParams, querystring: uploadFeedQuery, response: { 200: feedPlan } },
      config: { rateLimit: limits.feedUpload },
    },
    (request, reply) =>
      uploadFeed(deps, viewerOf(request), {
        ...{ id: request.params.id, ...request.query },
        ...{ body: request.body, gone: goneSignal(reply.raw) },
      }),
  );
  app.post(
    "/api/feeds/:id/preview",
    {
      schema: { params: idParams, querystring: previewFeedQuery, response: { 200: feedPreview } },
      config,
    },
    (request, reply) =>
      previewFeed(deps, viewerOf(request), {
        ...{ id: request.params.id, ...request.query },
        ...{ body: request.body, gone: goneSignal(reply.raw) },
      }),
  );
}

function planRoutes(app: App, deps: RouteDeps): void {
  const params = feedPlanParams;
  app.get(
    "/api/feeds/:id/plans/:planId",
    { schema: { params, response: { 200: feedPlan } }, config: reading },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        readOwnPlan(deps, viewerOf(request), request.params),
      ),
  );
  app.get(
    "/api/feeds/:id/plans/:planId/changes",
    {
      schema: { params, querystring: feedChangeQuery, response: { 200: feedChangePage } },
      config: reading,
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
      schema: { params, querystring: refusedRowQuery, response: { 200: refusedRowPage } },
      config: reading,
    },
    async (request) => {
      const { plan } = await ownPlan(deps.db, viewerOf(request), request.params);
      return listRefusals(deps.db, plan.id, request.query);
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/apply",
    { schema: { params, body: applyPlanBody, response: { 200: feedPlan } }, config },
    (request) => {
      const viewer = viewerOf(request);
      const applied = { ...request.params, ...request.body };
      return runInTurn(viewer.accountId, () => applyOwnPlan(deps, viewer, applied));
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/undo",
    { schema: { params, response: { 200: feedPlan } }, config },
    (request) => {
      const viewer = viewerOf(request);
      return runInTurn(viewer.accountId, () => undoOwnPlan(deps, viewer, request.params));
    },
  );
  app.post(
    "/api/feeds/:id/plans/:planId/discard",
    { schema: { params, response: { 200: feedPlan } }, config },
    (request) => discardOwnPlan(deps, viewerOf(request), request.params),
  );
}
