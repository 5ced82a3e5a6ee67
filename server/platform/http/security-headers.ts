import type { ServerResponse } from "node:http";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";

/** Browser features that no page uses, so an injected script cannot use them either. */
const unusedFeatures = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "serial",
  "usb",
];

/**
 * The security headers of every response: calls, pages, files, errors, and answers to requests that are not HTTP.
 * Pages, images and the API documentation replace some of them. See
 * https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
 */
export function securityHeaders(config: Pick<Config, "PUBLIC_URL">): Record<string, string> {
  return {
    "content-security-policy":
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Browsers ignore it without HTTPS.
    ...(config.PUBLIC_URL?.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** Sets the headers on every response of the app, with the request's id and `cache-control: no-store` as a default. */
export function sendSecurityHeaders(app: App, config: Pick<Config, "PUBLIC_URL">): void {
  const headers = { ...securityHeaders(config), "cache-control": "no-store" };
  // Hooks of every request are synchronous: a promise for each takes longer than what they do.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
}

/** Sets the headers on responses that bypass the app. Their own headers win. */
export function presetSecurityHeaders(
  response: ServerResponse,
  config: Pick<Config, "PUBLIC_URL">,
): void {
  for (const [name, value] of Object.entries(securityHeaders(config)))
    response.setHeader(name, value);
}

/** Third-party origins that a page needs, by purpose. */
export type ForeignOrigins = {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
};

/** Content policy of a page: our own files, inline scripts with these hashes, and configured hosts. */
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
    // Toasts and positioned dialogs set style attributes and add style elements.
    "style-src 'self' 'unsafe-inline'",
    // Listings may show images of an external image host, which can serve its files from another host.
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
