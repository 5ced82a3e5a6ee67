import {
  type DataRouter,
  matchPath,
  matchRoutes,
  UNSAFE_decodeViaTurboStream as decode,
} from "react-router";
import { cancelPrefetch, prefetchData } from "#web/platform/page-data.ts";
import { prefetchOnPage } from "#web/platform/page-prefetch.ts";
import { waitForPages } from "./wait-for-pages.ts";

/** How long a pointer rests on a link, or the focus stays, before its page is loaded. */
const restMs = 50;

/** Pages with a `clientLoader` that uses prefetched data, as in `web/routes.ts`. */
const pagesWithData = [
  { id: "pages/home", path: "/" },
  { id: "pages/category", path: "/products/:id" },
  { id: "pages/search", path: "/search" },
  { id: "pages/car", path: "/cars/:car" },
];

/**
 * Loads the code and data of a page once the visitor is about to open it: after a moment on its link, or at once when the
 * link is pressed (docs/decisions/0071-links-prefetch-code-and-data.md). `latest` is what the visitor has just done.
 */
export function followLinks(router: DataRouter, latest: Event): () => void {
  let loading: { href: string; page: Promise<boolean> } | null = null;
  const stopWaiting = waitForPages(router, (href) =>
    loading?.href === href ? loading.page : null,
  );
  const stopFollowing = followIntent(
    // A link that is opened already loads its page itself.
    router.state.navigation.state === "idle" ? latest : null,
    (url) => (loading = { href: url.href, page: loadPage(router, url) }),
    () => (loading = null),
  );
  return () => {
    stopFollowing();
    stopWaiting();
  };
}

/** Resolves when a click needs nothing more, or has to ask itself; with false if the loading was stopped. */
async function loadPage({ routes }: DataRouter, url: URL): Promise<boolean> {
  const page = pagesWithData.find(({ path }) => matchPath(path, url.pathname))?.id;
  const isHere = url.pathname === location.pathname;
  const data =
    (isHere && prefetchOnPage(url)) ||
    (page && prefetchData(url, (signal) => fetchData(url, page, signal)));
  // To find one of all routes takes longer.
  const ids = page
    ? ["layout/public-layout", page]
    : (matchRoutes(routes, url.pathname)?.map(({ route }) => route.id) ?? []);
  const [isLoaded] = await Promise.all([data, preloadModules(ids)]);
  return isLoaded !== false;
}

/** What React Router's own client asks for when the page has a `clientLoader`. */
async function fetchData(url: URL, routeId: string, signal: AbortSignal): Promise<object | null> {
  const at = new URL(url);
  at.pathname += at.pathname.endsWith("/") ? "_.data" : ".data";
  at.hash = "";
  at.searchParams.set("_routes", routeId);
  const response = await fetch(at, { signal });
  if (response.status !== 200 || !response.body) return null;
  const { value } = await decode(response.body, window);
  const { data } = (value as Record<string, { data?: unknown }>)[routeId] ?? {};
  return typeof data === "object" ? data : null;
}

/** Calls `onIntent` for the links that the visitor turns to, and `onLeave` when they turn away. */
function followIntent(
  latest: Event | null,
  onIntent: (url: URL) => void,
  onLeave: () => void,
): () => void {
  let link: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    if (link) {
      cancelPrefetch();
      onLeave();
    }
    link = null;
  };
  const turnTo = ({ target }: Event, wait: number) => {
    const next = target instanceof Element ? target.closest(openers) : null;
    if (next === link && wait > 0) return;
    if (next !== link) leave();
    link = next;
    clearTimeout(timer);
    const url = next && urlOf(next);
    if (!url) return;
    if (wait === 0) onIntent(url);
    else timer = setTimeout(() => onIntent(url), wait);
  };
  // A link under a resting pointer is not meant: it only came there with its page.
  const move = (event: PointerEvent) => event.pointerType !== "touch" && turnTo(event, restMs);
  const focus = (event: Event) => turnTo(event, restMs);
  const press = (event: Event) => turnTo(event, 0);
  const out = ({ pointerType, relatedTarget }: PointerEvent) => {
    if (pointerType !== "touch" && relatedTarget === null) leave();
  };
  // Pressing a link takes the focus from elsewhere.
  const blur = ({ target }: FocusEvent) => {
    if (target instanceof Node && link?.contains(target)) leave();
  };
  const stops = [
    listen("pointermove", move),
    listen("focusin", focus),
    listen("touchstart", press),
    listen("pointerdown", press),
    // The touch scrolls the page.
    listen("pointercancel", leave),
    listen("focusout", blur),
    listen("pointerout", out),
  ];
  if (latest && !["scroll", "pointercancel"].includes(latest.type))
    turnTo(latest, latest.type === "pointerdown" ? 0 : restMs);
  return () => {
    leave();
    for (const stop of stops) stop();
  };
}

const openers = "a[href], form[role=search] button:not([type=button])";

/** What a link or the button of a search opens, if it is another page of the shop. */
function urlOf(opener: Element): URL | null {
  const url = opener instanceof HTMLAnchorElement ? urlOfLink(opener) : urlOfSearch(opener);
  if (!url || url.origin !== location.origin) return null;
  const isHere = url.pathname === location.pathname && url.search === location.search;
  return isHere ? null : url;
}

function urlOfLink(link: HTMLAnchorElement): URL | null {
  return link.target || link.hasAttribute("download") ? null : new URL(link.href);
}

function urlOfSearch(button: Element): URL | null {
  const form = button.closest("form");
  if (!form) return null;
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value.trim()) url.searchParams.append(name, value.trim());
  return url;
}

declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
    /** The code of the routes that React Router has. */
    __reactRouterRouteModules?: Record<string, object | undefined>;
  }
}

const preloaded = new Set<string>();

async function preloadModules(routeIds: readonly string[]): Promise<void> {
  const routes = window.__reactRouterManifest?.routes;
  const running = routeIds.map(async (id) => {
    const route = routes?.[id];
    for (const href of route ? [route.module, ...(route.imports ?? [])] : []) {
      if (preloaded.has(href)) continue;
      preloaded.add(href);
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      // The next time, the link is turned to again.
      link.addEventListener("error", () => preloaded.delete(href));
      document.head.append(link);
    }
    if (route) await runModule(id, route.module);
  });
  await Promise.all(running);
}

/**
 * Gives React Router the page's code before the click. If it has to wait for it, it renders the old page once more as one
 * that is being left, even if the wait is short.
 */
async function runModule(id: string, href: string): Promise<void> {
  const modules = window.__reactRouterRouteModules;
  if (!modules || id in modules) return;
  try {
    const module = (await import(/* @vite-ignore */ href)) as object;
    modules[id] ??= module;
  } catch {
    // React Router tries again, and shows what happened.
  }
}

function listen<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
): () => void {
  document.addEventListener(name, listener, { passive: true });
  return () => document.removeEventListener(name, listener);
}
