import type { FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { keyIn, readKey } from "#server/api-keys/public.ts";
import { recordAuditDaily } from "#server/audit/public.ts";
import { readViewer } from "#server/identity/public.ts";
import { countAgainst } from "#server/limits/public.ts";
import type { App, Viewer } from "#server/platform/http/app-instance.ts";
import { isSuspended } from "#server/accounts/public.ts";
import { whileSuspended } from "#server/seller-limits/public.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import type { Deps } from "./deps.ts";
import {
  isIdentityPath,
  keyScopes,
  policy,
  refusedWhileSuspended,
  type AccessRule,
} from "./policy.ts";

/**
 * Enforces the policy table on every route under /api before a body is read: 401 without a valid token or key, 403 for
 * the wrong role or a missing scope. The server does not start if a route is missing from the table.
 */
export function enforcePolicy(app: App, deps: Pick<Deps, "db" | "config" | "identity">): void {
  app.decorateRequest("viewer", null);
  app.addHook("onRoute", (route) => {
    const rules = rulesOf(route);
    if (!rules.some((rule) => Array.isArray(rule))) return;
    // Before the route's own hooks. Public routes get none, so that anonymous calls do not pay for it.
    const enforce = async (request: FastifyRequest) => {
      const rule = ruleOf(request.method, route.url);
      if (!Array.isArray(rule)) return;
      request.viewer = await readCaller(deps, request, route.url);
      if (!request.viewer) throw new AppError("not_signed_in");
      if (!rule.includes(request.viewer.role)) throw new AppError("not_allowed");
      if (refusedWhileSuspended.has(callOf(request.method, route.url)))
        await refuseSuspended(deps, request.viewer);
    };
    route.onRequest = [enforce, ...[route.onRequest ?? []].flat()];
  });
}

async function refuseSuspended({ db }: Pick<Deps, "db">, { accountId }: Viewer): Promise<void> {
  if (await isSuspended(db, accountId))
    throw new AppError("not_allowed", { message: whileSuspended });
}

/**
 * The caller by access token or API key; null without either.
 * @throws AppError token_invalid, not_allowed if a key lacks the scope of the call, too_many_requests
 */
async function readCaller(
  deps: Pick<Deps, "db" | "config" | "identity">,
  { method, headers, ip }: FastifyRequest,
  url: string,
): Promise<Viewer | null> {
  const key = keyIn(headers.authorization);
  if (key === null) return readViewer(deps, headers.authorization);
  const { keyId, viewer, scopes } = await readKey(deps.db, key);
  await countAgainst(deps, limits.apiKeyCall, { account: viewer.accountId, ip });
  const call = callOf(method, url);
  const scope = keyScopes[call];
  if (scope !== undefined && scopes.includes(scope)) return viewer;
  await recordAuditDaily(deps.db, {
    actorId: viewer.accountId,
    action: "key.refuse",
    subjectId: viewer.accountId,
    same: { key: keyId, scope: scope ?? null },
    details: { call },
  });
  const message =
    scope === undefined
      ? "API keys cannot make this call."
      : `This API key lacks the scope ${scope}.`;
  throw new AppError("not_allowed", { message });
}

/** The rules of a route's methods. @throws if one is missing */
function rulesOf(route: RouteOptions): AccessRule[] {
  if (
    !route.url.startsWith("/api/") ||
    isIdentityPath(route.url) ||
    route.url.startsWith("/api/docs")
  )
    return [];
  return [route.method]
    .flat()
    .filter((method) => method !== "OPTIONS")
    .map((method) => {
      const rule = ruleOf(method, route.url);
      if (!rule)
        throw new Error(`${method} ${route.url} is not in the policy table (server/policy.ts).`);
      return rule;
    });
}

function ruleOf(method: string, url: string): AccessRule | undefined {
  return policy[callOf(method, url)];
}

// Fastify adds a HEAD route to every GET route.
function callOf(method: string, url: string): string {
  return `${method === "HEAD" ? "GET" : method} ${url}`;
}
