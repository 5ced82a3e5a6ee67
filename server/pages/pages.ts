import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { isDatabaseUnavailable } from "#server/platform/database/is-database-unavailable.ts";
import { databaseUnavailable } from "#server/platform/http/error-handler.ts";
import {
  pageContentPolicy,
  presetSecurityHeaders,
} from "#server/platform/http/security-headers.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import { pageServices, type DocumentPieces, type PageServices } from "#web/pages/page-services.ts";
import { cardProviderOrigins } from "./card-provider-origins.ts";
import { keepAssets } from "./kept-assets.ts";
import { createPageCache, type RenderedPage } from "./page-cache.ts";
import { etagOf } from "./page-content.ts";
import { pageRouteNames } from "./page-route-names.ts";
import { addPageRoutes } from "./page-routes.ts";
import { createPageServices, hasSession } from "./page-services.ts";
import { scriptHashes } from "./script-hashes.ts";
import { sitemapRoutes } from "./sitemap.ts";
import {
  cacheKey,
  cacheUrl,
  encodingFor,
  pageUrl,
  sendPage,
  toRequest,
  withoutPunctuation,
} from "./web-request.ts";

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
 * and catalog version, with an ETag. A page that says `no-store` is not.
 */
export async function pages(
  app: App,
  deps: Pick<
    Deps,
    "catalogue" | "config" | "db" | "google" | "identity" | "valuation" | "visitors"
  >,
  { build, dev }: PageSource,
): Promise<void> {
  const cache = createPageCache(() => pagesVersion(deps));
  const answer = createAnswer(build, dev);
  const routeOf = pageRouteNames(build);

  async function render(
    request: FastifyRequest,
    url: URL,
    services: Omit<PageServices, "takeDocument">,
  ): Promise<RenderedPage> {
    let document = null as DocumentPieces | null;
    const takeDocument = (pieces: DocumentPieces) => void (document = pieces);
    const context = new RouterContextProvider();
    let isUnavailable = false;
    const logFailure = (error: unknown) => {
      isUnavailable ||= isDatabaseUnavailable(error);
      services.logFailure(error);
    };
    context.set(pageServices, { ...services, takeDocument, logFailure });
    const response = await answer(toRequest(url, request.method), context);
    const headers = Object.fromEntries(response.headers);
    const pieces = document ?? [await response.text()];
    if (!dev && headers["content-type"]?.startsWith("text/html"))
      headers["content-security-policy"] = pageContentPolicy(
        scriptHashes(textOf(pieces)),
        deps.config,
        cardProviderOrigins(url.pathname, deps.config),
      );
    const page = { headers, pieces, etag: etagOf(pieces), route: await routeOf(url.pathname) };
    if (!isUnavailable || response.status !== 500) return { ...page, status: response.status };
    const { status, retryAfter } = databaseUnavailable();
    return { ...page, status, headers: { ...headers, "retry-after": String(retryAfter) } };
  }

  await app.register(async (scope) => {
    // Pages have no use for a body, so it is not read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    if (dev) useMiddleware(scope, deps.config, dev);
    else
      await scope.register(serveBuiltFiles, {
        keptFolder: path.join(deps.config.DATA_DIR, "assets"),
      });

    sitemapRoutes(scope, deps);
    addPageRoutes(scope, (request, reply) => {
      const isShared = !dev && isRead(request) && !hasSession(request);
      const key = isShared ? cacheKey(deps.config, request) : null;
      const cachedPage = key === null ? undefined : cache.find(key);
      if (!cachedPage) return renderPage(request, reply, key);
      count("pageCache", { result: "hit" });
      sendPage(request, reply, cachedPage);
    });

    async function renderPage(request: FastifyRequest, reply: FastifyReply, key: string | null) {
      const url = pageUrl(deps.config, request);
      // Unknown API calls and images get a JSON error instead of the not-found page.
      if (/^\/(api|images)(\/|$)/.test(request.url.split("?")[0] ?? ""))
        throw new AppError("not_found");
      if (!isRead(request)) refuseWrite(deps.config, request, reply);
      const meant = withoutPunctuation(url.pathname);
      // Not to another host, as two slashes would.
      if (meant !== url.pathname)
        return reply.redirect(`/${meant.replace(/^\/+/, "")}${url.search}`, 301);
      const address = key === null ? url : cacheUrl(url);
      const services = createPageServices(deps, request, url);
      count("pageCache", { result: key === null ? "private" : "miss" });
      const encoding = encodingFor(request);
      const page = await cache.get(key, encoding, () => render(request, address, services));
      sendPage(request, reply, page);
      return reply;
    }
  });
}

/** A form submitted before its page's scripts run gets an error page. Other methods are refused. */
function refuseWrite(config: Deps["config"], request: FastifyRequest, reply: FastifyReply): void {
  reply.header("allow", "GET, HEAD");
  if (request.method !== "POST") throw new AppError("method_not_allowed");
  refuseForeignOrigin(config, request);
}

/** Of a document, what was rendered for it. The rest are parts without scripts. */
function textOf(pieces: DocumentPieces): string {
  return pieces.filter((piece) => typeof piece === "string").join("");
}

function useMiddleware(scope: FastifyInstance, config: Deps["config"], dev: DevMiddleware): void {
  scope.addHook("onRequest", (request, reply, done) => {
    presetSecurityHeaders(reply.raw, config);
    // Vite adds scripts and styles that no policy can list.
    reply.removeHeader("content-security-policy");
    reply.raw.removeHeader("content-security-policy");
    dev(request.raw, reply.raw, done);
  });
}

/** React Router's request handler. In development, modules change, so each request asks for them. */
function createAnswer(build: PageSource["build"], dev: DevMiddleware | undefined) {
  if (dev) return createRequestHandler(build, "development");
  let handler: Promise<RequestHandler> | null = null;
  return async (...given: Parameters<RequestHandler>) => {
    handler ??= build().then((built) => createRequestHandler(built, "production"));
    return (await handler)(...given);
  };
}

const forever = "public, max-age=31536000, immutable";

/** Folders whose files have a hash of their content in their URL. */
const hashedFiles = ["assets", "brands", path.join("cars", "sizes")].map(
  (folder) => path.resolve("build/client", folder) + path.sep,
);

const illustrations = path.resolve("build/client", "cars") + path.sep;

/** @param keptFolder with scripts and styles of earlier builds, for pages that were opened before an upgrade */
async function serveBuiltFiles(scope: FastifyInstance, { keptFolder }: { keptFolder: string }) {
  // Each file has a route.
  scope.addHook("onRoute", describeFile);
  await scope.register(fastifyStatic, {
    root: path.resolve("build/client"),
    wildcard: false,
    index: false,
    // The build compresses scripts and styles (`compressAssets` in vite.config.ts).
    preCompressed: true,
    globIgnore: ["**/*.br"],
    setHeaders(reply, file) {
      const immutable = hashedFiles.some((folder) => file.startsWith(folder));
      reply.header("cache-control", immutable ? forever : "public, max-age=3600");
      // Emails show them in pages of other sites, like uploads.
      if (file.startsWith(illustrations))
        reply.header("cross-origin-resource-policy", "cross-origin");
    },
  });
  keepAssets(path.resolve("build/client/assets"), path.resolve(keptFolder));
  await scope.register(fastifyStatic, {
    root: path.resolve(keptFolder),
    prefix: "/assets/",
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header("cache-control", forever),
  });
}

/** Files cost little, so they are refused last. */
function describeFile(route: RouteOptions): void {
  route.config = { ...route.config, routeName: "files", priority: "essential" };
}

/** Changes with the catalog, with the price model, and each day (UTC) because pages say how long a car has been listed. */
function pagesVersion({ catalogue, valuation }: Pick<Deps, "catalogue" | "valuation">): string {
  return `${catalogue.version()} ${valuation.versionId()} ${Math.floor(Date.now() / millisecondsPerDay)}`;
}

const millisecondsPerDay = 86_400_000;

function isRead(request: FastifyRequest): boolean {
  return request.method === "GET" || request.method === "HEAD";
}
