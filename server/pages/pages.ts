import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import {
  pageContentPolicy,
  presetSecurityHeaders,
} from "#server/platform/http/security-headers.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import { pageServices, type PageServices } from "#web/pages/page-services.ts";
import { cardProviderOrigins } from "./card-provider-origins.ts";
import { createPageCache } from "./page-cache.ts";
import { createPageServices } from "./page-services.ts";
import { scriptHashes } from "./script-hashes.ts";
import { sitemapRoutes } from "./sitemap.ts";
import { cacheUrl, pageUrl, sendResponse, toRequest } from "./web-request.ts";

/** Vite's own middleware, in development only: modules, styles and hot reload. */
export type DevMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** The pages' modules, and Vite's middleware in development. Without it, the built files are served. */
export type PageSource = { build: () => Promise<ServerBuild>; dev?: DevMiddleware | undefined };

/**
 * Serves the pages: built files, and React Router for the rest. Pages for visitors without a session are cached by URL
 * and catalogue version, with an ETag. A page that says `no-store` is not.
 */
export async function pages(
  app: App,
  deps: Pick<Deps, "catalogue" | "config" | "db" | "google">,
  { build, dev }: PageSource,
): Promise<void> {
  const cache = createPageCache(() => pagesVersion(deps.catalogue));
  const handle = createRequestHandler(build, dev ? "development" : "production");

  async function render(request: FastifyRequest, url: URL, services: PageServices) {
    const context = new RouterContextProvider();
    context.set(pageServices, services);
    const response = await handle(toRequest(url, request.method), context);
    if (!dev && isHtml(response.headers.get("content-type"))) {
      const html = await response.clone().text();
      response.headers.set(
        "content-security-policy",
        pageContentPolicy(
          scriptHashes(html),
          deps.config,
          cardProviderOrigins(url.pathname, deps.config),
        ),
      );
    }
    return response;
  }

  await app.register(async (scope) => {
    // Pages have no use for a body, so it is not read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    if (dev)
      scope.addHook("onRequest", (request, reply, done) => {
        presetSecurityHeaders(reply.raw, deps.config);
        dev(request.raw, reply.raw, done);
      });
    else await serveBuiltFiles(scope);

    sitemapRoutes(scope, deps);
    scope.all("/*", { schema: { hide: true } }, async (request, reply) => {
      const url = pageUrl(deps.config, request);
      // Unknown API calls and images get a JSON error instead of the not-found page.
      if (/^\/(api|images)(\/|$)/.test(request.url.split("?")[0] ?? ""))
        throw new AppError("not_found");
      if (!isRead(request)) {
        reply.header("allow", "GET, HEAD");
        // A form submitted before its page's scripts run gets an error page. Other methods are refused.
        if (request.method !== "POST") throw new AppError("method_not_allowed");
        refuseForeignOrigin(deps.config, request);
      }
      const services = createPageServices(deps, request, url);
      const isShared = isRead(request) && !services.hasSession && !dev;
      const address = isShared ? cacheUrl(url) : url;
      const page = await cache.get(isShared ? `${address.pathname}${address.search}` : null, () =>
        render(request, address, services),
      );
      return sendResponse(request, reply, page);
    });
  });
}

async function serveBuiltFiles(scope: FastifyInstance) {
  await scope.register(fastifyStatic, {
    root: path.resolve("build/client"),
    wildcard: false,
    index: false,
    setHeaders(reply, file) {
      // File names in assets/ contain a hash of the content.
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      reply.header(
        "cache-control",
        immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
}

/** Changes with the catalogue, and each day (UTC) because pages say how long a car has been listed. */
function pagesVersion(catalogue: Pick<Deps["catalogue"], "version">): string {
  return `${catalogue.version()} ${new Date().toISOString().slice(0, 10)}`;
}

function isRead(request: FastifyRequest): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

function isHtml(contentType: string | null): boolean {
  return contentType?.startsWith("text/html") ?? false;
}
