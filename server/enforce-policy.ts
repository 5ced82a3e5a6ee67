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
  app.addHook("onRoute", (route) => {
    const rules = rulesOf(route);
    if (!rules.some((rule) => Array.isArray(rule))) return;
    // Before the route's own hooks. Public routes get none, so that anonymous calls do not pay for it.
    const enforce = async (request: FastifyRequest) => {
      const rule = ruleOf(request.method, route.url);
      if (!Array.isArray(rule)) return;
      request.viewer = await readViewer(deps, request.headers.authorization);
      if (!request.viewer) throw new AppError("not_signed_in");
      if (!rule.includes(request.viewer.role)) throw new AppError("not_allowed");
    };
    route.onRequest = [enforce, ...[route.onRequest ?? []].flat()];
  });
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

// Fastify adds a HEAD route to every GET route.
function ruleOf(method: string, url: string): AccessRule | undefined {
  return policy[`${method === "HEAD" ? "GET" : method} ${url}`];
}
