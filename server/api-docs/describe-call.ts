import type { RouteOptions } from "fastify";
import type { CallDescription } from "#server/platform/http/api-docs.ts";
import { isIdentityPath, keyScopes, policy } from "#server/policy.ts";

/** What the API documentation says about a route besides its schemas: a summary and its possible errors. */
export function describeCall({
  method,
  url,
  config,
  schema,
}: Pick<RouteOptions, "method" | "url" | "config" | "schema">): CallDescription {
  const call = `${[method].flat()[0]} ${url}`;
  const rule = policy[call];
  const takesToken = Array.isArray(rule);
  const refusals = [
    400,
    ...(takesToken || rule === "session" ? [401, 403] : []),
    // Calls that take the session's cookie are accepted from our own pages only.
    ...(isIdentityPath(url) ? [403] : []),
    ...(url.includes(":") ? [404] : []),
    // A body is refused even where none is needed.
    ...(call.startsWith("GET ") ? [] : [413, 415]),
    ...(config?.rateLimit || takesToken ? [429] : []),
    ...(config?.refusals ?? []),
  ];
  const scope = keyScopes[call];
  return {
    summary: `${schema?.summary}${scope ? ` (API key: ${scope})` : ""}`,
    takesToken,
    refusals: [...new Set(refusals)].toSorted((a, b) => a - b),
  };
}
