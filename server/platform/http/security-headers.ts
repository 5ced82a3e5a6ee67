import helmet from "@fastify/helmet";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";

/** Security headers of every answer. Pages replace the content policy by their own, which names their scripts' hashes. */
export async function securityHeaders(app: App, config: Pick<Config, "PUBLIC_URL">): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    // Pictures may be shown by other sites, as the public image host's are.
    crossOriginResourcePolicy: { policy: "cross-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.PUBLIC_URL?.startsWith("https:")
      ? { maxAge: 31_536_000 }
      : false,
    xFrameOptions: { action: "deny" },
  });
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
