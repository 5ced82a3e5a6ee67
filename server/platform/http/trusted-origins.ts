import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "PORT" | "demo">;

/** The origins that our own pages are served from. In demo mode a browser may use either name of this machine. */
export function trustedOrigins(config: Settings): string[] {
  const local = [`http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`];
  if (!config.PUBLIC_URL) return local;
  const own = new URL(config.PUBLIC_URL).origin;
  return config.demo ? [own, ...local] : [own];
}

/** The origin that the caller's browser uses, where it is one of ours; else the first of ours. */
export function ownOrigin(config: Settings, request: FastifyRequest): string {
  const used = request.headers.origin ?? `${request.protocol}://${request.headers.host ?? ""}`;
  const origins = trustedOrigins(config);
  return isTrustedOrigin(config, used) ? used : (origins[0] ?? "");
}

/** An absolute address on one of our origins as a path, so that it holds under all of them; any other unchanged. */
export function rootRelative(config: Settings, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && isTrustedOrigin(config, url.origin) ? `${url.pathname}${url.search}` : address;
}

/**
 * Closes a call that takes a cookie to pages of others. Browsers send no Origin on a same-origin GET, and other
 * programs never do: absence is allowed.
 * @throws AppError foreign_origin
 */
export function refuseForeignOrigin(config: Settings, request: FastifyRequest): void {
  const { origin } = request.headers;
  const crossSite = request.headers["sec-fetch-site"] === "cross-site";
  if (crossSite || (origin !== undefined && !isTrustedOrigin(config, origin)))
    throw new AppError("foreign_origin");
}

/** Whether pages of this origin are ours. */
export function isTrustedOrigin(config: Settings, origin: string): boolean {
  // Port 0 is any free port: what it became is not in the settings.
  if (config.PORT === 0 && config.demo && /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(origin))
    return true;
  return trustedOrigins(config).includes(origin);
}
