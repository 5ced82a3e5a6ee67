import type { RouteOptions } from "fastify";
import type { CallDescription } from "#server/platform/http/api-docs.ts";
import { callSummaries } from "./call-summaries.ts";
import { policy } from "./policy.ts";

/** What the API documentation says about a route besides its schemas: a summary and its possible errors. */
export function describeCall(
  route: Pick<RouteOptions, "method" | "url" | "config">,
): CallDescription {
  const call = `${[route.method].flat()[0]} ${route.url}`;
  const rule = policy[call];
  const takesToken = Array.isArray(rule);
  return {
    summary: callSummaries[call],
    takesToken,
    refusals: [
      400,
      ...(takesToken ? [401, 403] : rule === "session" ? [401, 403] : []),
      ...(route.url.includes(":") ? [404] : []),
      ...(route.config?.rateLimit ? [429] : []),
    ],
  };
}
