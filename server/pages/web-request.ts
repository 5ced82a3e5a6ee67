import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { type CachedPage, isNoStore, type PageEncoding, pageEncodings } from "./page-cache.ts";

/**
 * The URL of a request on our configured origin. Host and X-Forwarded headers are ignored: callers control them, and a
 * cached page is served to everyone.
 */
export function pageUrl(config: Config, request: Pick<FastifyRequest, "url">): URL {
  // Appended, not resolved: a path that starts with two slashes would resolve to another host.
  return new URL(`${trustedOrigins(config)[0]}${request.url}`);
}

/**
 * The path without punctuation at its end, which belongs to the text that a link was copied from: "…/cars/bmw-320d-<id>)."
 * No page has such a path.
 */
export function withoutPunctuation(pathname: string): string {
  const [end = ""] = /(?:%[0-9a-f]{2}|[^\w/~-])+$/i.exec(pathname) ?? [];
  if (end === "" || !isPunctuation(end)) return pathname;
  return pathname.slice(0, -end.length);
}

function isPunctuation(encoded: string): boolean {
  try {
    return /^[^\p{L}\p{N}]+$/u.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

/** The key of a request's page in the cache. */
export function cacheKey(config: Config, request: Pick<FastifyRequest, "url">): string {
  // Most URLs need no parsing.
  if (/^[/\w-]*$/.test(request.url)) return request.url;
  const { pathname, search } = cacheUrl(pageUrl(config, request));
  return `${pathname}${search}`;
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

/** The encoding that suits a request best; null if it takes none. */
export function encodingFor({ headers }: Pick<FastifyRequest, "headers">): PageEncoding | null {
  return negotiate(headers["accept-encoding"] ?? "", pageEncodings);
}

/** Sends a rendered page, compressed if the browser takes it, or 304 if the browser already has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage): void {
  request.pageRoute = page.route;
  reply.status(page.status).headers(page.headers);
  if (page.status === 200 && !isNoStore(page)) {
    reply.headers({ etag: page.etag, "cache-control": "no-cache" });
    if (request.headers["if-none-match"] === page.etag) {
      reply.header("vary", varies).status(304).send();
      return;
    }
  }
  reply.header("vary", varies);
  const encoding = encodingFor(request);
  const body = page.body(encoding);
  if (encoding) reply.header("content-encoding", encoding);
  if (body instanceof Promise)
    body.then(
      (ready) => reply.send(ready),
      (error: Error) => reply.removeHeader("content-encoding").removeHeader("etag").send(error),
    );
  else reply.send(body);
}

const varies = "cookie, accept-encoding";
