let isReloading = false;

/** Loads the document again. Only reloads through here pass `onForeignReload`. */
export function reloadDocument(): void {
  isReloading = true;
  window.location.reload();
  // The visitor can refuse it, in a form with changes.
  setTimeout(() => (isReloading = false), 1_000);
}

/**
 * Refuses reloads that neither the visitor nor the shop asked for, where browsers let a page do that (the Navigation API),
 * and calls `refused` instead. Returns a function that ends it.
 */
export function onForeignReload(refused: () => void): () => void {
  const listening = new AbortController();
  const browser: Navigation | undefined = window.navigation;
  browser?.addEventListener(
    "navigate",
    (event) => {
      if (event.navigationType !== "reload" || event.userInitiated || isReloading) return;
      event.preventDefault();
      refused();
    },
    listening,
  );
  return () => listening.abort();
}
