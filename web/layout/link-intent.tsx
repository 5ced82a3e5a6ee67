import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

/** What a visitor does before opening a link. */
const signs = ["pointermove", "pointerdown", "pointercancel", "focusin", "scroll"];

/** Prefetches the pages of links. The code for it loads at the first sign of a visitor. */
export function LinkIntent() {
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    if (!router || savesData()) return;
    let stop = () => {};
    let latest: Event;
    let isLoading = false;
    const start = (sign: Event) => {
      if (!isLoading || !isOfPress(sign, latest)) latest = sign;
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

/**
 * Whether a sign only comes with a press: a finger is never still, and a pressed link gets the focus. Alone, both count as
 * resting on the link.
 */
function isOfPress({ type, target }: Event, press: Event): boolean {
  if (press.type !== "pointerdown") return false;
  const isOfSame = target instanceof Node && target.contains(press.target as Node);
  return type === "pointermove" || (type === "focusin" && isOfSame);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
