import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

/** What a visitor does before opening a link. */
const signs = ["pointermove", "pointerdown", "focusin", "scroll"];

/** Prefetches the pages of links. The code for it loads at the first sign of a visitor. */
export function LinkIntent() {
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    if (!router || savesData()) return;
    let stop = () => {};
    let latest: Event;
    let isLoading = false;
    const start = (sign: Event) => {
      // A pressed link also gets the focus, which alone would count as resting on it.
      if (!isLoading || latest.type !== "pointerdown" || sign.type !== "focusin") latest = sign;
      if (isLoading) return;
      isLoading = true;
      import("./follow-links.ts").then(
        ({ followLinks }) => {
          ignoreSigns();
          stop = followLinks(router, latest);
        },
        // The next sign tries again.
        () => (isLoading = false),
      );
    };
    const ignoreSigns = () => {
      for (const sign of signs) removeEventListener(sign, start);
    };
    for (const sign of signs) addEventListener(sign, start, { passive: true });
    return () => {
      ignoreSigns();
      stop();
    };
  }, [router]);
  return null;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
