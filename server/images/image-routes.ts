import fastifyMultipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { uploadAnswer, uploadQuery } from "#shared/images/image-contract.ts";
import type { Deps } from "#server/deps.ts";
import { attachSession } from "#server/identity/public.ts";
import { countAgainst } from "#server/limits/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { goneSignal } from "#server/platform/http/gone-signal.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import {
  readWithDeadline,
  type Deadlines,
} from "#server/platform/http/outgoing/read-with-deadline.ts";
import { ownOrigin } from "#server/platform/http/trusted-origins.ts";
import { imagePath } from "./image-address.ts";
import { openImageFile } from "./open-image-file.ts";
import { readUpload, refuseOtherContent } from "./read-upload.ts";
import {
  defaultExpiration,
  refuseIfStoreFull,
  storeUpload,
  type StoredUpload,
} from "./store-upload.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

/** The built-in image host: the upload endpoint, and the image files. */
export function imageRoutes(
  app: App,
  deps: Pick<Deps, "db" | "config" | "identity" | "images" | "log">,
  { queue = createUploadQueue(), deadlines }: { queue?: UploadQueue; deadlines?: Deadlines } = {},
): void {
  // Only this route parses multipart bodies.
  void app.register(async (scope: App) => {
    await scope.register(fastifyMultipart);
    const upload = {
      schema: {
        summary: "Upload a picture",
        querystring: uploadQuery,
        response: { 200: uploadAnswer },
      },
      config: { rateLimit: limits.upload, refusals: [403, 408, 422], requestBody: uploadedForm },
      onRequest: attachSession(deps),
    };
    scope.post("/api/images", upload, async (request) => {
      refuseWrongKey(deps.config.IMAGE_HOST_KEY, request.query.key);
      refuseOtherContent(request);
      await refuseIfStoreFull(deps.config);
      const account = request.identitySession?.identityId;
      const isSignedIn = account !== undefined;
      const caller = { account, ip: request.ip };
      await countAgainst(deps, isSignedIn ? limits.accountImage : limits.visitorImage, caller);
      const from = {
        address: addressKey(request.ip),
        isSignedIn,
        signal: goneSignal(request.raw),
      };
      // The body stays unread until there is a place for it in memory.
      const stored = await countUpload(() =>
        queue(from, async (isWanted) => {
          const stream = request.raw;
          const arrived = () => stream.socket.bytesRead;
          const read = () => readUpload(request);
          const bytes = await readWithDeadline({ stream, arrived, read, isWanted }, deadlines);
          const megabytes = Math.ceil(bytes.length / 1024 / 1024);
          const daily = isSignedIn ? limits.accountMegabyte : limits.visitorMegabyte;
          await countAgainst(deps, daily, caller, megabytes);
          const expiration = lifetimeOf(request.query.expiration, isSignedIn);
          return storeUpload(deps, bytes, { expiration });
        }),
      );
      return presentUpload(stored, ownOrigin(deps.config, request));
    });
  });

  const file = { schema: { params: z.object({ id: z.string(), file: z.string() }), hide: true } };
  app.get("/images/:id/:file", file, (request: FastifyRequest<{ Params: ImageParams }>, reply) =>
    sendImage(deps, request, reply),
  );
}

const longestOfVisitor = 3_600;
/** A form with photos may stay open for a day. */
const longestOfAccount = 24 * 3_600;

/** Seconds until an upload expires unless it is claimed: what was asked for, within bounds. */
function lifetimeOf(asked: number | undefined, isSignedIn: boolean): number {
  return Math.min(asked ?? defaultExpiration, isSignedIn ? longestOfAccount : longestOfVisitor);
}

type ImageParams = { id: string; file: string };

/** Sends an image, or the range of it that was asked for. The content of a URL never changes, so its name is its ETag. */
async function sendImage(
  deps: Pick<Deps, "db" | "images" | "log">,
  { params, headers }: FastifyRequest<{ Params: ImageParams }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${params.id}-${params.file}"`;
  const ifRange = headers["if-range"];
  const image = await openImageFile(deps, {
    ...params,
    range: ifRange === undefined || ifRange === etag ? headers.range : undefined,
    isCached: includesTag(headers["if-none-match"], etag),
    signal: goneSignal(reply.raw),
  });
  if ("unsatisfiableOf" in image)
    return reply.status(416).header("content-range", `bytes */${image.unsatisfiableOf}`).send();
  reply
    .header("etag", etag)
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("accept-ranges", "bytes")
    .header(
      "content-security-policy",
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    )
    // Other sites may show the images, like those of a public image host.
    .header("cross-origin-resource-policy", "cross-origin");
  if ("isCached" in image) return reply.status(304).send();
  const { type, size, total, range, body } = image;
  reply.header("content-type", type).header("content-length", size);
  if (range)
    reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${total}`);
  return reply.send(body);
}

/** Whether an `If-None-Match` header includes this ETag. */
function includesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

async function countUpload<T>(upload: () => Promise<T>): Promise<T> {
  try {
    const stored = await upload();
    count("uploads", { outcome: "stored" });
    return stored;
  } catch (error) {
    const status = error instanceof AppError ? error.status : 500;
    const outcome = status === 503 ? "busy" : status < 500 ? "refused" : "failed";
    count("uploads", { outcome });
    throw error;
  }
}

function refuseWrongKey(expected: string | undefined, given: string | undefined): void {
  if (expected !== undefined && given !== expected)
    throw new AppError("not_allowed", {
      message: "This key is not valid for this image host.",
      fields: { key: "This key is not valid for this image host." },
    });
}

function presentUpload(
  { id, width, height, expiration }: StoredUpload,
  origin: string,
): z.infer<typeof uploadAnswer> {
  const address = `${origin}${imagePath(id)}`;
  return {
    data: { id, display_url: address, url: address, width, height, expiration },
    success: true,
    status: 200,
  };
}

const uploadedForm = {
  description: "A form with the picture in the field `image`, at most 10 MB",
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["image"],
        properties: {
          image: {
            type: "string",
            format: "binary",
            description: "A PNG, JPG, GIF, WebP or AVIF file",
          },
        },
      },
    },
  },
};
