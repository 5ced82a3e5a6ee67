import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { pageServices } from "#web/pages/page-services.ts";

const renderTimeoutMs = 10_000;

/**
 * Renders the complete document before responding: the server hashes inline scripts for the CSP and caches anonymous
 * pages whole, so streaming has no benefit. Rejects if the shell fails to render.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));

  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} />,
      {
        onAllReady() {
          clearTimeout(timeout);
          const body = new PassThrough();
          resolve(
            new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          context.get(pageServices).logFailure(error);
        },
      },
    );
    const timeout = setTimeout(abort, renderTimeoutMs);
  });
}

/** Logs server faults. Unknown pages and unsupported methods (4xx) are the caller's fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageServices).logFailure(error);
};
