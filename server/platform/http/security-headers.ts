import type { ServerResponse } from "node:http";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";

/** What no page of ours uses; a script that got in could not either. */
const unusedPowers = [
  ...["accelerometer", "browsing-topics", "camera", "display-capture", "geolocation"],
  ...["gyroscope", "magnetometer", "microphone", "midi", "serial", "usb"],
];

/**
 * The security headers of every answer, whoever gives it: calls, pages, files, errors, and what is not HTTP at all.
 * Pages, pictures and the browser of the API replace single ones by their own. What they are for:
 * https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
 */
export function securityHeaders(config: Pick<Config, "PUBLIC_URL">): Record<string, string> {
  return {
    "content-security-policy":
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": unusedPowers.map((power) => `${power}=()`).join(", "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Browsers ignore it where the connection is not https.
    ...(config.PUBLIC_URL?.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** Puts the headers on what routes, hooks and the error handler answer. What says nothing of caches is not kept by any. */
export function sendSecurityHeaders(app: App, config: Pick<Config, "PUBLIC_URL">): void {
  const headers = securityHeaders(config);
  app.addHook("onRequest", async (_request, reply) => void reply.headers(headers));
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/** Puts them on an answer that is given past the routes; its own ones win. */
export function presetSecurityHeaders(
  response: ServerResponse,
  config: Pick<Config, "PUBLIC_URL">,
): void {
  for (const [name, value] of Object.entries(securityHeaders(config)))
    response.setHeader(name, value);
}

/** Origins of others that one page needs, by what it needs them for. */
export type ForeignOrigins = {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
};

/** Content policy of a page: our own files, the inline scripts with these hashes, and the hosts that settings name. */
export function pageContentPolicy(
  scriptHashes: readonly string[],
  config: Pick<Config, "IMAGE_HOST_URL" | "REPORTS_API_URL">,
  foreign?: ForeignOrigins | null,
): string {
  const hosts = [config.IMAGE_HOST_URL, config.REPORTS_API_URL]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).origin);
  const scripts = [...scriptHashes.map((hash) => `'sha256-${hash}'`), ...(foreign?.scripts ?? [])];
  return [
    "default-src 'none'",
    "object-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ...(foreign ? [["frame-src", ...foreign.frames].join(" ")] : []),
    // Toasts and positioned dialogs set style attributes and add style elements while they run.
    "style-src 'self' 'unsafe-inline'",
    // Listings may show pictures of an external image host, whose files can lie on a host of their own.
    config.IMAGE_HOST_URL ? "img-src 'self' data: blob: https:" : "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...hosts, ...(foreign?.calls ?? [])].join(" ")}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
