import { createHash, randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#shared/errors/app-error.ts";
import { escapeHtml } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { errorAnswer } from "#server/platform/http/error-handler.ts";

type Reason = {
  title: string;
  heading: string;
  text: string;
  /** The API's message, if not the default one. */
  message?: string;
  /** Seconds until a client should try again. The page reloads itself after them. */
  retryAfter: () => number;
};

/** While the process reads the catalog, its answers would be wrong. */
export const starting: Reason = {
  title: "Opening",
  heading: "We’re just opening",
  text: "The shop is starting and will be here in a moment. This page reloads by itself.",
  retryAfter: () => 2,
};

/** More requests than the process can answer. */
export const busy: Reason = {
  title: "Busy",
  heading: "We’re very busy",
  text: "Many people are visiting the shop right now. This page reloads by itself in a few seconds.",
  message: "The shop is very busy right now. Please try again in a few seconds.",
  // Different for each client, so that they do not all return together.
  retryAfter: () => randomInt(2, 6),
};

/** Answers a request with 503: with an error of the API, or with a page that reloads itself. */
export function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  { BRAND_NAME: shop }: Pick<Config, "BRAND_NAME">,
  reason: Reason,
  requestId: string,
): void {
  const retryAfter = reason.retryAfter();
  const error = new AppError("unavailable", reason.message ? { message: reason.message } : {});
  const path = request.url?.split("?")[0] ?? "";
  const isPage = !/^\/(api|images)(\/|$)/.test(path);
  response
    .writeHead(error.status, {
      "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(retryAfter),
      "x-request-id": requestId,
      ...(isPage && {
        "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      }),
    })
    .end(
      isPage
        ? unavailablePage(shop, reason, retryAfter)
        : JSON.stringify(errorAnswer(error, requestId)),
    );
}

// The shop's files are not served yet, so the page has its own style: the colors of web/app.css and fonts of the system.
const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f7f5f2,#1b1c1e);color:light-dark(#14130f,#efebe4);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;padding:2rem 1.25rem}
p{margin:0 0 1.5rem;color:light-dark(#5b564c,#aaa59b)}
.shop{padding-bottom:1rem;border-bottom:1px solid light-dark(#a98a4b,#c2a465);color:inherit;font:1.375rem/1.2 Georgia,serif}
h1{margin:0 0 1rem;font:normal 2rem/1.15 Georgia,serif}
a{display:inline-block;padding:.75rem 1.5rem;background:light-dark(#0f3d2e,#2b6b53);color:#f7f5f2;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid currentColor;outline-offset:2px}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

function unavailablePage(shop: string, reason: Reason, retryAfter: number): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${retryAfter}">` +
    `<title>${reason.title} – ${escapeHtml(shop)}</title><style>${style}</style></head>` +
    `<body><main><p class="shop">${escapeHtml(shop)}</p><h1>${reason.heading}</h1>` +
    `<p>${reason.text}</p>` +
    `<a href="">Reload now</a></main></body></html>\n`
  );
}
