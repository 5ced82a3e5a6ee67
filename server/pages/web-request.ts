import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { pageEncodings, type CachedPage } from "./page-cache.ts";

/**
 * The URL of a request on our configured origin. Host and X-Forwarded headers are ignored: callers control them, and a
 * cached page is served to everyone.
 */
export function pageUrl(config: Config, request: Pick<FastifyRequest, "url">): URL {
  // Appended, not resolved: a path that starts with two slashes would resolve to another host.
  return new URL(`${trustedOrigins(config)[0]}${request.url}`);
}

/** The URL without parameters that pages ignore. The page is rendered for and cached under this URL. */
export function cacheUrl(url: URL): URL {
  const cached = new URL(url);
  cached.hash = "";
  const parameters = keepPageParameters(url.searchParams);
  // In data requests, React Router names the loaders.
  const routes = url.pathname.endsWith(".data") ? url.searchParams.get("_routes") : null;
  if (routes !== null) parameters.set("_routes", routes);
  cached.search = parameters.toString();
  return cached;
}

/**
 * A page's request for React Router. Pages only read its URL: the session comes with the page services, and no page reads
 * a body. HEAD is rendered like GET, and Fastify omits the body.
 */
export function toRequest(url: URL, method: string): Request {
  return new Request(url, { method: method === "HEAD" ? "GET" : method });
}

/** Sends a rendered page, compressed if the browser takes it, or 304 if the browser already has it. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): Promise<FastifyReply> {
  reply.status(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (page.status !== 200) return reply.send(page.body);
  reply
    .header("etag", page.etag)
    .header("cache-control", "no-cache")
    .header("vary", "cookie, accept-encoding");
  if (request.headers["if-none-match"] === page.etag) return reply.status(304).send();
  const encoding = negotiate(request.headers["accept-encoding"] ?? "", pageEncodings);
  if (!encoding) return reply.send(page.body);
  return reply.header("content-encoding", encoding).send(await page.compressed(encoding));
}
