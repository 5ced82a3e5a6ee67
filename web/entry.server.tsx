import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { createKeptMarkup } from "#web/platform/loading/keep-markup.ts";
import { KnownMarkup } from "#web/platform/loading/known-markup.ts";
import { embedAnswer } from "#web/pages/search/encode-answer.ts";
import { pageServices } from "#web/pages/page-services.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

const markup = createKeptMarkup();

/**
 * Renders the complete document at once: loaders have all their data before, the server hashes inline scripts
 * for the CSP, and it caches anonymous pages whole.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { find, fill } = markup.forPage();
  const html = await render(
    <KnownMarkup value={find}>
      <ServerRouter context={routerContext} url={request.url} />
    </KnownMarkup>,
  );
  const end = html.lastIndexOf("</body>");
  const { embedded, takeDocument } = context.get(pageServices);
  const answer = embedded?.answer ? embedAnswer(embedded.answer) : [];
  takeDocument([...fill(html.slice(0, end)), ...answer, html.slice(end)]);
  return new Response(null, { status, headers });
}

/** @throws what a component threw */
function render(page: Elements): Promise<string> {
  const document = new PassThrough();
  const { pipe } = renderToPipeableStream(page, {
    // In one piece, with all of its parts in their places.
    progressiveChunkSize: Infinity,
    onAllReady: () => void pipe(document),
    onShellError: (error) => document.destroy(error as Error),
    onError: () => undefined,
  });
  return text(document);
}

/** Logs server faults. Unknown pages and unsupported methods (4xx) are the caller's fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageServices).logFailure(error);
};
