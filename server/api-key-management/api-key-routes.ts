import { z } from "zod";
import {
  apiKey,
  newKeyAnswer,
  newKeyBody,
  type ApiKey,
} from "#shared/api-keys/api-key-contract.ts";
import { deletedAnswer, idParams } from "#shared/outcomes/outcome-contract.ts";
import { listKeyRows } from "#server/api-keys/public.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { createKey } from "./create-key.ts";
import { revokeKey } from "./revoke-key.ts";

/** A seller's API keys: list, create and revoke. A key itself cannot call these. */
export function apiKeyRoutes(app: App, deps: Pick<Deps, "db">): void {
  app.get(
    "/api/keys",
    { schema: { summary: "List your API keys", response: { 200: z.array(apiKey) } } },
    async (request) => (await listKeyRows(deps.db, viewerOf(request).accountId)).map(presentKey),
  );

  app.post(
    "/api/keys",
    {
      schema: { summary: "Create an API key", body: newKeyBody, response: { 200: newKeyAnswer } },
      config: {
        rateLimit: limits.apiKeyChange,
        examples: {
          body: { "A key to read": { name: "Dealer management system", scopes: ["stock:read"] } },
        },
      },
    },
    async (request, reply) => {
      void reply.header("cache-control", "no-store");
      return createKey(deps, viewerOf(request), request.body);
    },
  );

  app.delete(
    "/api/keys/:id",
    {
      schema: {
        summary: "Revoke your API key",
        params: idParams,
        response: { 200: deletedAnswer },
      },
      config: { rateLimit: limits.apiKeyChange },
    },
    (request) => revokeKey(deps, viewerOf(request), request.params.id),
  );
}

function presentKey(row: Awaited<ReturnType<typeof listKeyRows>>[number]): ApiKey {
  const { id, createdAt, expiresAt, lastUsedAt, ...key } = row;
  return {
    _id: id,
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
