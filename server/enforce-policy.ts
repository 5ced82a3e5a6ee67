import type { FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { readViewer } from "#server/identity/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import type { Deps } from "./deps.ts";
import { isIdentityPath, policy, type AccessRule } from "./policy.ts";

/**
 * Enforces the policy table on every route under /api before a body is read: 401 without a valid token, 403 for the wrong
 * role. The server does not start if a route is missing from the table.
 */
export function enforcePolicy(app: App, deps: Pick<Deps, "db" | "config" | "identity">): void {
  app.decorateRequest("viewer", null);
  app.addHook("onRoute", (route) => void rulesOf(route));
  app.addHook("onRequest", async (request) => {
    const rule = ruleFor(request);
    if (!Array.isArray(rule)) return;
    request.viewer = await readViewer(deps, request.headers.authorization);
    if (!request.viewer) throw new AppError("not_signed_in");
    if (!rule.includes(request.viewer.role)) throw new AppError("not_allowed");
  });
}

function rulesOf(route: RouteOptions): AccessRule[] {
  if (
    !route.url.startsWith("/api/") ||
    isIdentityPath(route.url) ||
    route.url.startsWith("/api/docs")
  )
    return [];
  // Fastify adds a HEAD route to every GET route.
  return [route.method]
    .flat()
    .filter((method) => method !== "HEAD" && method !== "OPTIONS")
    .map((method) => {
      const rule = policy[`${method} ${route.url}`];
      if (!rule)
        throw new Error(`${method} ${route.url} is not in the policy table (server/policy.ts).`);
      return rule;
    });
}

function ruleFor(request: FastifyRequest): AccessRule | undefined {
  const method = request.method === "HEAD" ? "GET" : request.method;
  return policy[`${method} ${request.routeOptions.url}`];
}
