import { createPath, type DataRouter, type RouterNavigateOptions, type To } from "react-router";

/** How long a click waits for what its link has begun to load, in ms. People notice a longer wait. */
const mostWaitMs = 100;

/**
 * Lets a navigation wait a moment for its page, if that is being loaded already. Otherwise React first renders the whole
 * old page once more, as one that is being left, which takes longer on a phone than loading. A newer navigation replaces
 * it. `loadingOf` says by a page's URL when it is loaded, with false if that was stopped, because the visitor turned to
 * another link: then the click on that one may follow. Returns a function that ends the waiting.
 */
export function waitForPages(
  router: DataRouter,
  loadingOf: (href: string) => Promise<boolean> | null,
): () => void {
  const { navigate } = router;
  let latest: object | null = null;
  router.navigate = async (to: To | number | null, options?: RouterNavigateOptions) => {
    if (typeof to === "number") return navigate(to);
    const mine = (latest = {});
    const loading = loadingOf(hrefOf(to));
    if (loading) {
      const end = new Promise((resolve) => setTimeout(resolve, mostWaitMs));
      await Promise.race([loading.then((isLoaded) => isLoaded || end), end]);
      if (latest !== mine) return;
    }
    await navigate(to, options);
  };
  const leave = () => (latest = null);
  addEventListener("popstate", leave);
  return () => {
    router.navigate = navigate;
    removeEventListener("popstate", leave);
  };
}

function hrefOf(to: To | null): string {
  return new URL(typeof to === "string" ? to : createPath(to ?? {}), location.href).href;
}
