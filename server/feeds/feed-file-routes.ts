import { feedPlan, uploadFeedQuery } from "#shared/feeds/feed-contract.ts";
import { mostFileMegabytes } from "#shared/feeds/feed-limits.ts";
import { feedPreview, previewFeedQuery } from "#shared/feeds/feed-preview-contract.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { goneSignal } from "#server/platform/http/gone-signal.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { previewFeed, previewPlan } from "./read/preview-feed.ts";
import { uploadFeed } from "./read/upload-feed.ts";

type FileDeps = Pick<Deps, "db" | "config" | "secrets">;

/** Reading a file of a feed: the plan of what it changes, and how its values are read. */
export function feedFileRoutes(app: App, deps: FileDeps): void {
  app.get(
    "/api/feeds/:id/preview",
    {
      schema: {
        summary: "Read which values the last plan could not read, without its file",
        params: idParams,
        response: { 200: feedPreview },
      },
      config: { rateLimit: limits.feed },
    },
    (request, reply) =>
      previewPlan(deps, viewerOf(request), { ...request.params, signal: goneSignal(reply.raw) }),
  );
  void app.register((scope) => uploadRoutes(scope as unknown as App, deps));
}

async function uploadRoutes(app: App, deps: FileDeps): Promise<void> {
  // The file is streamed to the disk, so it is never in memory.
  app.addContentTypeParser(
    "application/octet-stream",
    async (_request: unknown, body: unknown) => body,
  );
  app.post(
    "/api/feeds/:id/plans",
    {
      schema: {
        summary: "Upload a file and plan what it changes",
        params: idParams,
        querystring: uploadFeedQuery,
        response: { 200: feedPlan },
      },
      config: {
        rateLimit: limits.feedUpload,
        refusals: [408],
        requestBody: feedFile,
        examples: { parameters: { file: "stock.csv" } },
      },
    },
    (request, reply) =>
      uploadFeed(deps, viewerOf(request), {
        id: request.params.id,
        ...request.query,
        body: request.body,
        signal: goneSignal(reply.raw),
      }),
  );
  app.post(
    "/api/feeds/:id/preview",
    {
      schema: {
        summary: "Upload a file and see how it is read; nothing is stored",
        params: idParams,
        querystring: previewFeedQuery,
        response: { 200: feedPreview },
      },
      config: {
        rateLimit: limits.feed,
        refusals: [408],
        requestBody: feedSample,
        examples: { parameters: { file: "stock.csv" } },
      },
    },
    (request, reply) =>
      previewFeed(deps, viewerOf(request), {
        id: request.params.id,
        ...request.query,
        body: request.body,
        signal: goneSignal(reply.raw),
      }),
  );
}

const anyFile = {
  "application/octet-stream": { schema: { type: "string", format: "binary" } },
};
const feedFile = {
  description: `A feed of any supported format, at most ${mostFileMegabytes} MB, after the corrections if there are some`,
  required: true,
  content: anyFile,
};
const feedSample = {
  description: "A feed of any supported format, or the beginning of one of lines",
  required: true,
  content: anyFile,
};
