import { z } from "zod";
import {
  changeFeedBody,
  createFeedBody,
  feed,
  feedWithHistory,
} from "#shared/feeds/feed-contract.ts";
import { feedPhotoPage } from "#shared/feeds/feed-photo-contract.ts";
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
import { limits } from "#server/platform/http/rate-limits.ts";
import {
  changeOwnFeed,
  createOwnFeed,
  deleteOwnFeed,
  listOwnFeeds,
  readOwnFeed,
} from "./own-feeds.ts";
import { readInTurn } from "./read-in-turn.ts";
import { readerOf } from "./reader-of.ts";
import { listFeedPhotos, retryPhotos } from "./apply/retry-photos.ts";

type FeedDeps = Pick<Deps, "db" | "config" | "secrets" | "jobs">;

/** A seller's feeds: their settings, history and photos. */
export function feedRoutes(app: App, deps: FeedDeps): void {
  app.get(
    "/api/feeds",
    {
      schema: { summary: "List your feeds", response: { 200: z.array(feed) } },
      config: { rateLimit: limits.feedRead },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () => listOwnFeeds(deps, viewerOf(request))),
  );
  app.post(
    "/api/feeds",
    {
      schema: { summary: "Create a feed", body: createFeedBody, response: { 200: createdAnswer } },
      config: {
        rateLimit: limits.feed,
        examples: {
          body: {
            "A feed in euros": { name: "Main stock", options: { currency: "EUR", rate: "1.08" } },
          },
        },
      },
    },
    (request) => createOwnFeed(deps, viewerOf(request), request.body),
  );
  app.get(
    "/api/feeds/:id",
    {
      schema: {
        summary: "Read a feed with its history",
        params: idParams,
        response: { 200: feedWithHistory },
      },
      config: { rateLimit: limits.feedRead },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        readOwnFeed(deps, viewerOf(request), request.params.id),
      ),
  );
  app.patch(
    "/api/feeds/:id",
    {
      schema: {
        summary: "Rename a feed, or change how it is read and what it may replace",
        params: idParams,
        body: changeFeedBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        rateLimit: limits.feed,
        examples: {
          body: { "The feed wins in two facts": { feedWins: ["mileage", "description"] } },
        },
      },
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
    {
      schema: {
        summary: "Delete a feed; its cars stay",
        params: idParams,
        response: { 200: deletedAnswer },
      },
      config: { rateLimit: limits.feed },
    },
    (request) => deleteOwnFeed(deps, viewerOf(request), request.params.id),
  );
  app.get(
    "/api/feeds/:id/photos",
    {
      schema: {
        summary: "Count a feed's photos and list the cars whose photos failed",
        params: idParams,
        querystring: pageQuery,
        response: { 200: feedPhotoPage },
      },
      config: { rateLimit: limits.feedRead },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        listFeedPhotos(deps, viewerOf(request), request.params.id, request.query),
      ),
  );
  app.post(
    "/api/feeds/:id/photos/retry",
    {
      schema: {
        summary: "Fetch a feed's failed photos again now",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { rateLimit: limits.feedPhotos },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        retryPhotos(deps, viewerOf(request), request.params.id),
      ),
  );
}
