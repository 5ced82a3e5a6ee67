import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#shared/errors/app-error.ts";
import { escapeHtml } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { errorAnswer } from "#server/platform/http/error-handler.ts";

/** Seconds until a client should try again. The page reloads itself as often. */
const retryAfter = 2;

/**
 * Answers a request with 503 while the process still reads the catalogue, because its answers would be wrong: with an
 * error of the API, or with a page that reloads itself.
 */
export function answerWhileStarting(
  request: IncomingMessage,
  response: ServerResponse,
  { BRAND_NAME: shop }: Pick<Config, "BRAND_NAME">,
): void {
  const requestId = randomUUID();
  const error = new AppError("unavailable");
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
    .end(isPage ? startingPage(shop) : JSON.stringify(errorAnswer(error, requestId)));
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

function startingPage(shop: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${retryAfter}">` +
    `<title>Opening – ${escapeHtml(shop)}</title><style>${style}</style></head>` +
    `<body><main><p class="shop">${escapeHtml(shop)}</p><h1>We’re just opening</h1>` +
    `<p>The shop is starting and will be here in a moment. This page reloads by itself.</p>` +
    `<a href="">Reload now</a></main></body></html>\n`
  );
}
