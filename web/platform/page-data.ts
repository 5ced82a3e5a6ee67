import { isRouteErrorResponse } from "react-router";
import { isBackAt } from "./back-navigation.ts";

/** The data of a page. If it is old, the page shows it at once and loads it again. */
export type PageData<Data> = Data & { isOld?: boolean };

type Prefetch = {
  href: string;
  startedAt: number;
  /** Null if the page has to ask again, for example because it leads to another one. */
  answer: Promise<object | null>;
  isAnswered: boolean;
  request: AbortController;
};

/** A prefetched answer that is older is loaded again when it is shown, and dropped after the longer time. */
const freshMs = 3_000;
const longestMs = 30_000;
/** How many pages are kept for Back and Forward. */
const mostKept = 12;

let prefetch: Prefetch | null = null;
/** By path and query, the oldest first. */
const kept = new Map<string, object>();
let shown: string | null = null;

/**
 * Loads the data of a page that the visitor is about to open. Only the last such page counts. Resolves when it is here or
 * cannot be loaded, with false if it was stopped.
 */
export async function prefetchData(
  url: URL,
  load: (signal: AbortSignal) => Promise<object | null>,
): Promise<boolean> {
  const href = hrefOf(url);
  if (prefetch?.href === href && Date.now() - prefetch.startedAt < freshMs)
    return hasEnded(prefetch);
  prefetch?.request.abort();
  const request = new AbortController();
  const started: Prefetch = {
    href,
    startedAt: Date.now(),
    answer: load(request.signal).catch(() => null),
    isAnswered: false,
    request,
  };
  void started.answer.then(() => (started.isAnswered = true));
  prefetch = started;
  return hasEnded(started);
}

async function hasEnded({ answer, request }: Prefetch): Promise<boolean> {
  await answer;
  return !request.signal.aborted;
}

/** Stops a prefetch that is no longer wanted. An answer that has arrived is kept. */
export function cancelPrefetch(): void {
  if (!prefetch || prefetch.isAnswered) return;
  prefetch.request.abort();
  prefetch = null;
}

/** After a change of data, what was loaded before it is not used. */
export function dropPrefetched(): void {
  prefetch?.request.abort();
  prefetch = null;
}

/** After a sign-in or sign-out, no page starts from data of before. */
export function dropPageData(): void {
  dropPrefetched();
  kept.clear();
}

/** Whether a page has its data without waiting. */
export function isPageAtHand({ url }: { url: string }): boolean {
  const href = hrefOf(new URL(url));
  return prefetch?.href === href && prefetch.isAnswered;
}

/** What is known of a page before asking for it: its prefetched data, or after Back the data it showed before. */
export async function findPageData<Data>({ url }: { url: string }): Promise<PageData<Data> | null> {
  const to = new URL(url);
  const href = hrefOf(to);
  if (href === shown) return null;
  if (isBackAt(to)) {
    const data = kept.get(href);
    return data ? ({ ...data, isOld: true } as PageData<Data>) : null;
  }
  const started = prefetch;
  if (started?.href !== href) return null;
  // It is used once.
  prefetch = null;
  const age = Date.now() - started.startedAt;
  const data = age < longestMs ? await started.answer : null;
  return data && ({ ...data, isOld: age >= freshMs } as PageData<Data>);
}

/** The data of a page: what is known, else the server's. Data that cannot be loaded again stays as it is. */
export async function loadPageData<Data>(
  request: { url: string },
  loadOnServer: () => Promise<Data>,
): Promise<PageData<Data>> {
  const known = await findPageData<Data>(request);
  if (known) return known;
  try {
    return (await loadOnServer()) as PageData<Data>;
  } catch (error) {
    const href = hrefOf(new URL(request.url));
    const data = href === shown ? kept.get(href) : undefined;
    if (!data || isRefusal(error)) throw error;
    return data as PageData<Data>;
  }
}

/** Keeps what a page shows for when the visitor comes back to it. */
export function keepPageData(href: string, data: object): void {
  kept.delete(href);
  kept.set(href, { ...data, isOld: false });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

/** Notes which page is on the screen, so that loading it once more asks the server. */
export function noteShownPage(href: string): () => void {
  shown = href;
  return () => {
    if (shown === href) shown = null;
  };
}

/** Whether the server has answered that the page is not to be shown, for example because its car is gone. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
}

function hrefOf({ pathname, search }: URL): string {
  return pathname + search;
}
