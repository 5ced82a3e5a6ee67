import type { FastifyRequest } from "fastify";
import { isCounting, observe } from "#server/platform/metrics/metrics.ts";
import { inContext } from "#server/platform/request-context.ts";
import { isTracing, startRequestSpan, type RequestSpan } from "#server/platform/tracing/tracing.ts";
import type { App } from "./app-instance.ts";
import type { ProxyCheck } from "./request-id.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The template of the page that answers, because all pages are one route. */
    pageRoute: string | null;
    span: RequestSpan | null;
  }
  interface FastifyContextConfig {
    /** What metrics call the route, if not by its path. */
    routeName?: string;
  }
}

/** The name of every request that no route answers, so that a caller cannot add names. */
export const unmatched = "unmatched";

/**
 * Gives the code of a request its id for the log, and counts, times and traces requests if that is on. The first hook,
 * so that refusals by others are counted.
 */
export function observeRequests(app: App, isFromProxy: ProxyCheck): void {
  app.decorateRequest("pageRoute", null);
  app.decorateRequest("span", null);
  const observes = isCounting() || isTracing();
  app.addHook("onRequest", (request, reply, done) => {
    if (observes) {
      const began = performance.now();
      request.span = startSpan(request, isFromProxy);
      // Unlike the framework's hook for responses, it also reports requests that the caller gave up.
      reply.raw.once("close", () => record(request, reply.raw, began));
    }
    enter(request, done);
  });
  // Reading a body leaves the context.
  app.addHook("preValidation", (request, _reply, done) =>
    request.body === undefined ? done() : enter(request, done),
  );
}

function enter(request: FastifyRequest, done: () => void): void {
  const { span } = request;
  const work = span ? () => span.enter(done) : done;
  inContext({ requestId: request.id }, work);
}

function startSpan(request: FastifyRequest, isFromProxy: ProxyCheck): RequestSpan | null {
  const { traceparent } = request.headers;
  const isTrusted = typeof traceparent === "string" && isFromProxy(request.raw);
  return startRequestSpan(
    { "http.request.method": methodOf(request), "marque.request_id": request.id },
    isTrusted ? traceparent : undefined,
  );
}

function record(
  request: FastifyRequest,
  { statusCode, writableEnded }: { statusCode: number; writableEnded: boolean },
  began: number,
): void {
  const method = methodOf(request);
  const route = routeOf(request);
  const status = writableEnded ? `${Math.floor(statusCode / 100)}xx` : "aborted";
  observe("requests", { method, route, status }, (performance.now() - began) / 1_000);
  request.span?.end(`${method} ${route}`, {
    "http.route": route,
    "http.response.status_code": statusCode,
  });
}

/** The template of a request's route, never its path. */
function routeOf({ pageRoute, routeOptions, is404 }: FastifyRequest): string {
  if (pageRoute !== null) return pageRoute;
  const { url, config } = routeOptions;
  if (is404 || url === undefined) return unmatched;
  return config?.routeName ?? url;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function methodOf({ method }: FastifyRequest): string {
  return methods.has(method) ? method : "other";
}
