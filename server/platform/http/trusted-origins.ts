import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "PORT" | "demo">;

/** The origins of our own pages. In demo mode, browsers may also use localhost and 127.0.0.1. */
export function trustedOrigins(config: Settings): string[] {
  const local = [`http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`];
  if (!config.PUBLIC_URL) return local;
  return config.demo ? [config.PUBLIC_URL, ...local] : [config.PUBLIC_URL];
}

/** The origin that the caller's browser uses if it is one of ours, otherwise our first one. */
export function ownOrigin(config: Settings, request: FastifyRequest): string {
  const used = request.headers.origin ?? `${request.protocol}://${request.headers.host ?? ""}`;
  const origins = trustedOrigins(config);
  return isTrustedOrigin(config, used) ? used : (origins[0] ?? "");
}

/** An absolute URL on one of our origins as a path, so that it works on all of them. Other URLs are unchanged. */
export function rootRelative(config: Settings, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && isTrustedOrigin(config, url.origin) ? `${url.pathname}${url.search}` : address;
}

/**
 * Refuses calls from other sites' pages to a route that uses a cookie. A missing Origin is allowed: browsers omit it on
 * same-origin GET requests, and other programs always do.
 * @throws AppError foreign_origin
 */
export function refuseForeignOrigin(config: Settings, request: FastifyRequest): void {
  const { origin } = request.headers;
  const crossSite = request.headers["sec-fetch-site"] === "cross-site";
  if (crossSite || (origin !== undefined && !isTrustedOrigin(config, origin)))
    throw new AppError("foreign_origin");
}

/** Whether this is one of our origins. */
export function isTrustedOrigin(config: Settings, origin: string): boolean {
  // With port 0, the system chooses a port that the settings do not know.
  if (config.PORT === 0 && config.demo && /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(origin))
    return true;
  return trustedOrigins(config).includes(origin);
}
