import { isRouteErrorResponse } from "react-router";
import { isBackAt } from "./back-navigation.ts";

/** The data of a page. If it is old, the page shows it at once and loads it again. */
export type PageData<Data> = Data & { isOld?: boolean };

/** How many pages are kept for Back and Forward. */
const mostKept = 12;

/** By path and query, the oldest first. */
const pages = new Map<string, object>();
let shown: string | null = null;

/** After a sign-in or sign-out, no page starts from data of before. */
export function dropPageData(): void {
  pages.clear();
}

/** After Back, the data that the page showed before. */
export function findPageData<Data>({ url }: { url: string }): PageData<Data> | null {
  const to = new URL(url);
  const href = hrefOf(to);
  if (href === shown || !isBackAt(to)) return null;
  const data = pages.get(href);
  return data ? ({ ...data, isOld: true } as PageData<Data>) : null;
}

/** The data of a page: what is known, else the server's. Data that cannot be loaded again stays as it is. */
export async function loadPageData<Data>(
  request: { url: string },
  loadOnServer: () => Promise<Data>,
): Promise<PageData<Data>> {
  const pageData = findPageData<Data>(request);
  if (pageData) return pageData;
  try {
    return (await loadOnServer()) as PageData<Data>;
  } catch (error) {
    const href = hrefOf(new URL(request.url));
    const data = href === shown ? pages.get(href) : undefined;
    if (!data || isRefusal(error)) throw error;
    return data as PageData<Data>;
  }
}

/** Keeps what a page shows for when the visitor comes back to it. */
export function keepPageData(href: string, data: object): void {
  pages.delete(href);
  pages.set(href, { ...data, isOld: false });
  const [oldest] = pages.keys();
  if (pages.size > mostKept && oldest !== undefined) pages.delete(oldest);
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
