import fastifyMultipart from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { uploadAnswer, uploadQuery } from "#shared/images/image-contract.ts";
import type { Deps } from "#server/deps.ts";
import { noteSession } from "#server/identity/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { ownOrigin } from "#server/platform/http/trusted-origins.ts";
import { imagePath } from "./image-address.ts";
import { readImageFile } from "./read-image-file.ts";
import { readPatiently, type Patience } from "./read-patiently.ts";
import { readUpload, refuseOtherContent } from "./read-upload.ts";
import { storeUpload, type StoredUpload } from "./store-upload.ts";
import { createUploadLine, type UploadLine } from "./upload-line.ts";

const contentTypes = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** The built-in image host: the specified upload call, and the pictures themselves. */
export function imageRoutes(
  app: App,
  deps: Pick<Deps, "db" | "config" | "identity">,
  { line = createUploadLine(), patience }: { line?: UploadLine; patience?: Patience } = {},
): void {
  // The multipart parser is for this call alone.
  void app.register(async (scope: App) => {
    await scope.register(fastifyMultipart);
    const upload = {
      schema: { querystring: uploadQuery, response: { 200: uploadAnswer } },
      config: { rateLimit: limits.upload },
      onRequest: noteSession(deps),
    };
    scope.post("/api/images", upload, async (request) => {
      refuseWrongKey(deps.config.IMAGE_HOST_KEY, request.query.key);
      refuseOtherContent(request);
      const from = {
        address: addressKey(request.ip),
        isSignedIn: request.identitySession !== null,
        gone: goneSignal(request),
      };
      // The body stays unread until there is room for it in memory.
      const stored = await line(from, async (isWanted) => {
        const read = () => readUpload(request);
        const bytes = await readPatiently(request, read, isWanted, patience);
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
          // An address names one content for ever.
          .header("cache-control", "public, max-age=31536000, immutable")
          .header(
            "content-security-policy",
            "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
          )
          // Pictures may be shown by other sites, as the public image host's are.
          .header("cross-origin-resource-policy", "cross-origin")
          .send(bytes)
      );
    },
  );
}

/** Aborts when the caller hangs up. */
function goneSignal(request: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  request.raw.once("close", () => gone.abort());
  return gone.signal;
}

function refuseWrongKey(expected: string | undefined, given: string | undefined): void {
  if (expected !== undefined && given !== expected)
    throw new AppError("not_allowed", {
      message: "The key is not this image host's.",
      fields: { key: "The key is not this image host's." },
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
