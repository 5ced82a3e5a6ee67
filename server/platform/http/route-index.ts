import type { IncomingMessage } from "node:http";
import type { FastifyContextConfig, RouteOptions } from "fastify";
import findMyWay, { type HTTPMethod } from "find-my-way";
import type { Priority, Waits } from "./create-overload.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How late the route's requests are refused in an overload: `normal` if it does not say. */
    priority?: Priority;
    /** The connections that its public reads wait for, if they are not answered from memory. */
    waits?: Waits;
  }
}

export type RouteIndex = ReturnType<typeof createRouteIndex>;

/**
 * Finds what a request's route says about itself before the request is accepted. Fastify looks for the route only then.
 * @param options those of Fastify's own router
 */
export function createRouteIndex(options: { maxParamLength: number }) {
  const router = findMyWay(options);
  return {
    add(route: RouteOptions): void {
      // Fastify adds a HEAD route to every GET route.
      const methods = [route.method].flat().filter((name) => name !== "HEAD") as HTTPMethod[];
      if (methods.length > 0) router.on(methods, route.url, () => undefined, route);
    },
    /** Empty if no route matches. */
    find({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): FastifyContextConfig {
      const wanted = (method === "HEAD" ? "GET" : method) as HTTPMethod;
      const route = router.find(wanted, url)?.store as RouteOptions | undefined;
      return route?.config ?? {};
    },
  };
}
