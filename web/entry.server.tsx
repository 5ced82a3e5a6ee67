import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { createKeptMarkup } from "#web/platform/keep-markup.ts";
import { KnownMarkup } from "#web/platform/known-markup.ts";
import { loadScriptsAfterPaint } from "#web/platform/scripts-after-paint.ts";
import { FilterForm } from "#web/search/filter-form.tsx";
import { ServerFilters } from "#web/search/server-filters.ts";
import { embedAnswer } from "#web/pages/encode-answer.ts";
import { pageServices } from "#web/pages/page-services.ts";

const markup = createKeptMarkup();

/**
 * Renders the complete document at once: loaders have all their data before, the server hashes inline scripts
 * for the CSP, and it caches anonymous pages whole. React's streams would only add copies of the page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: loaderData, ...routerContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { find, fill } = markup.forPage();
  // Without the stream, React Router leaves out the scripts that hand over the loaders' data.
  const html = renderToString(
    <KnownMarkup value={find}>
      <ServerFilters value={FilterForm}>
        <ServerRouter context={withMatchedRoutes(routerContext)} url={request.url} />
      </ServerFilters>
    </KnownMarkup>,
  );
  const end = html.lastIndexOf("</body>");
  const scripts = loaderData ? await handoffScripts(loaderData) : "";
  const document = html.slice(0, end);
  const start = isComplete(routerContext)
    ? loadScriptsAfterPaint(document)
    : preloadScriptsLast(document);
  const { embedded, takeDocument } = context.get(pageServices);
  const answer = embedded?.answer ? embedAnswer(embedded.answer) : [];
  takeDocument([...fill(`<!DOCTYPE html>${start}`), ...answer, scripts, html.slice(end)]);
  return new Response(null, { status, headers });
}

/** React Router makes elements for every route in the manifest. A page needs only those that it matched. */
function withMatchedRoutes<Context extends Omit<EntryContext, "serverHandoffStream">>(
  context: Context,
): Context {
  const { matches } = context.staticHandlerContext;
  const matched = matches.map(({ route: { id } }) => [id, context.manifest.routes[id]]);
  return { ...context, manifest: { ...context.manifest, routes: Object.fromEntries(matched) } };
}

/** Whether the page shows its content without scripts: its own loader has run. */
function isComplete({ staticHandlerContext: { matches, loaderData } }: RenderedContext): boolean {
  const page = matches.at(-1)?.route.id;
  return import.meta.env.PROD && page !== undefined && loaderData[page] !== undefined;
}

type RenderedContext = Pick<EntryContext, "staticHandlerContext">;

/** Styles, fonts and pictures load before scripts. React Router's component has no option for it. */
function preloadScriptsLast(html: string): string {
  return html.replaceAll(preloadedScript, `${preloadedScript} fetchpriority="low"`);
}

const preloadedScript = '<link rel="modulepreload"';

/** The loaders' data for the browser: what React Router's own component for streams renders. */
async function handoffScripts(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let scripts = "";
  for await (const part of stream) {
    const text = JSON.stringify(decoder.decode(part, { stream: true }));
    const escaped = text.replace(/[&><\u2028\u2029]/g, (sign) => escapes[sign]!);
    scripts += `<script>window.__reactRouterContext.streamController.enqueue(${escaped});</script>`;
  }
  return `${scripts}<script>window.__reactRouterContext.streamController.close();</script>`;
}

const escapes: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Logs server faults. Unknown pages and unsupported methods (4xx) are the caller's fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageServices).logFailure(error);
};
