import fastifyMultipart from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { uploadAnswer, uploadQuery } from "#shared/images/image-contract.ts";
import type { Deps } from "#server/deps.ts";
import { attachSession } from "#server/identity/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { ownOrigin } from "#server/platform/http/trusted-origins.ts";
import { imagePath } from "./image-address.ts";
import { readImageFile } from "./read-image-file.ts";
import { readUpload, refuseOtherContent } from "./read-upload.ts";
import { readWithDeadline, type Deadlines } from "./read-with-deadline.ts";
import { storeUpload, type StoredUpload } from "./store-upload.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

const contentTypes = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** The built-in image host: the upload endpoint, and the image files. */
export function imageRoutes(
  app: App,
  deps: Pick<Deps, "db" | "config" | "identity">,
  { queue = createUploadQueue(), deadlines }: { queue?: UploadQueue; deadlines?: Deadlines } = {},
): void {
  // Only this route parses multipart bodies.
  void app.register(async (scope: App) => {
    await scope.register(fastifyMultipart);
    const upload = {
      schema: { querystring: uploadQuery, response: { 200: uploadAnswer } },
      config: { rateLimit: limits.upload },
      onRequest: attachSession(deps),
    };
    scope.post("/api/images", upload, async (request) => {
      refuseWrongKey(deps.config.IMAGE_HOST_KEY, request.query.key);
      refuseOtherContent(request);
      const from = {
        address: addressKey(request.ip),
        isSignedIn: request.identitySession !== null,
        gone: goneSignal(request),
      };
      // The body stays unread until there is a place for it in memory.
      const stored = await queue(from, async (isWanted) => {
        const read = () => readUpload(request);
        const bytes = await readWithDeadline(request, read, isWanted, deadlines);
        return storeUpload(deps, bytes, request.query.expiration);
      });
      return presentUpload(stored, ownOrigin(deps.config, request));
    });
  });

  const file = { schema: { params: z.object({ id: z.string(), file: z.string() }), hide: true } };
  app.get(
    "/images/:id/:file",
    file,
    async (request: FastifyRequest<{ Params: { id: string; file: string } }>, reply) => {
      const { kind, bytes } = await readImageFile(deps, request.params.id, request.params.file);
      return (
        reply
          .header("content-type", contentTypes[kind])
          // The content of a URL never changes.
          .header("cache-control", "public, max-age=31536000, immutable")
          .header(
            "content-security-policy",
            "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
          )
          // Other sites may show the images, like those of a public image host.
          .header("cross-origin-resource-policy", "cross-origin")
          .send(bytes)
      );
    },
  );
}

/** Aborts when the caller disconnects. */
function goneSignal(request: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  request.raw.once("close", () => gone.abort());
  return gone.signal;
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
