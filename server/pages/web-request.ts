import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import type { KeptPage } from "./page-cache.ts";

/**
 * The address that a request asks for, on our own configured origin. The Host and X-Forwarded headers have no say: a
 * stranger writes them, and one answer is served to everyone.
 */
export function pageUrl(config: Config, request: Pick<FastifyRequest, "url">): URL {
  // Appended and not resolved: a path may begin with two slashes, which would name another host.
  return new URL(`${trustedOrigins(config)[0]}${request.url}`);
}

/** The same page's address without the parameters that pages ignore: what is rendered for, and kept under. */
export function keptUrl(url: URL): URL {
  const kept = new URL(url);
  kept.hash = "";
  const parameters = keepPageParameters(url.searchParams);
  // React Router names the loaders that a data request is for.
  const routes = url.pathname.endsWith(".data") ? url.searchParams.get("_routes") : null;
  if (routes !== null) parameters.set("_routes", routes);
  kept.search = parameters.toString();
  return kept;
}

/**
 * A page's request as React Router takes it. Pages read its address only: who is signed in comes with the page
 * services, and no page has an action that reads a body. A HEAD is rendered as its GET: Fastify leaves the body out.
 */
export function toRequest(url: URL, method: string): Request {
  return new Request(url, { method: method === "HEAD" ? "GET" : method });
}

/** Sends a rendered page, or 304 where the browser has it already. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  reply.status(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (page.status !== 200) return reply.send(page.body);
  const etag = `W/"${createHash("sha256").update(page.body).digest("base64url").slice(0, 27)}"`;
  reply
    .header("etag", etag)
    .header("cache-control", "no-cache")
    .header("vary", "cookie, accept-encoding");
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  return reply.send(page.body);
}
