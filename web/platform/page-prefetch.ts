/** Loads the data of a link that stays on the page. */
type Prefetch = (url: URL) => void;

let current: Prefetch | null = null;

/** For a page that loads the data of its own links itself. Returns a function that ends it. */
export function setPagePrefetch(prefetch: Prefetch): () => void {
  current = prefetch;
  return () => {
    if (current === prefetch) current = null;
  };
}

/** Whether the page on the screen prefetches this link of its own. */
export function prefetchOnPage(url: URL): boolean {
  current?.(url);
  return current !== null;
}
