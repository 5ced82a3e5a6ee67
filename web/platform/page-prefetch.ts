/** Loads the data of a link that stays on the page. Resolves when it is here, or cannot be loaded. */
type Prefetch = (url: URL) => Promise<void>;

let current: Prefetch | null = null;

/** For a page that loads the data of its own links itself. Returns a function that ends it. */
export function setPagePrefetch(prefetch: Prefetch): () => void {
  current = prefetch;
  return () => {
    if (current === prefetch) current = null;
  };
}

/** What the page on the screen loads for this link of its own; null if it loads nothing itself. */
export function prefetchOnPage(url: URL): Promise<void> | null {
  return current && current(url);
}
