import type { FastifyContextConfig, FastifyInstance, RouteHandlerMethod } from "fastify";
import { unmatched } from "#server/platform/http/observe-requests.ts";

/** The beginnings of pages' paths, with what an overload has to know. A page's data have the same beginning. */
const pageRoutes: [url: string, facts: Pick<FastifyContextConfig, "priority" | "waits">][] = [
  ["/*", {}],
  ["/cars/*", { waits: "visitors" }],
  ["/login*", { priority: "essential" }],
  ["/signup*", { priority: "essential" }],
  ["/forgot-password*", { priority: "essential" }],
  ["/reset-password*", { priority: "essential" }],
  ["/verify-email*", { priority: "essential" }],
  ["/dashboard/myorders*", { priority: "essential" }],
  ["/dashboard/payment*", { priority: "essential" }],
  ["/dashboard/receipt*", { priority: "essential" }],
  ["/blog*", { priority: "optional" }],
  ["/compare*", { priority: "optional" }],
];

/** Lets React Router answer all that no other route does. It names the page for the metrics. */
export function addPageRoutes(scope: FastifyInstance, handler: RouteHandlerMethod): void {
  for (const [url, facts] of pageRoutes)
    scope.route({
      method: scope.supportedMethods,
      url,
      schema: { hide: true },
      config: { ...facts, routeName: unmatched },
      // Pages are compressed once, and without waiting for what is ready, so that a cached page takes no promise.
      compress: false,
      decompress: false,
      handler,
    });
}
