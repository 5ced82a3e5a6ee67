import { useContext, useEffect, useRef, useState } from "react";
import {
  type DataRouter,
  type RouterNavigateOptions,
  type To,
  UNSAFE_DataRouterContext as RouterContext,
} from "react-router";
import { onTraversal } from "./before-router.ts";

type Hold = {
  /** Whether the page must not be left for this path without a question. */
  isHeld: (pathname: string) => boolean;
  /** Asks the question; `go` leaves the page. */
  ask: (go: () => void) => void;
};

/**
 * Holds back what leaves the page while there are changes, until the user has decided: links, Back, and a reload, about
 * which the browser asks. Not by the router's blocker, which the build leaves out, because every visitor would load it.
 * @returns `go` leaves the page; null while nothing is asked
 */
export function useLeaveQuestion(hasChanges: () => boolean): {
  go: (() => void) | null;
  stay: () => void;
} {
  const router = useContext(RouterContext)?.router;
  const latest = useRef(hasChanges);
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  useEffect(() => {
    latest.current = hasChanges;
  });
  useEffect(() => {
    if (!router) return;
    let isFree = false;
    const hold: Hold = {
      isHeld: (pathname) =>
        !isFree && pathname !== router.state.location.pathname && latest.current(),
      ask: (go) =>
        setLeaving({
          go() {
            isFree = true;
            setLeaving(null);
            go();
          },
        }),
    };
    const stops = [
      holdLinks(router, hold),
      holdTraversals(hold),
      holdUnload(() => latest.current()),
    ];
    return () => {
      // A later wrapper of `navigate` may still call this one.
      isFree = true;
      for (const stop of stops) stop();
    };
  }, [router]);
  return { go: leaving?.go ?? null, stay: () => setLeaving(null) };
}

function holdLinks(router: DataRouter, { isHeld, ask }: Hold): () => void {
  const { navigate } = router;
  const held = async (to: To | number | null, options?: RouterNavigateOptions) => {
    if (typeof to === "number") return navigate(to);
    const path = typeof to === "string" ? to : (to?.pathname ?? location.pathname);
    if (!isHeld(new URL(path, location.href).pathname)) return navigate(to, options);
    ask(() => void navigate(to, options));
  };
  router.navigate = held;
  return () => {
    if (router.navigate === held) router.navigate = navigate;
  };
}

/** Where the current entry is in the history of the router. */
const entryIndex = () => (history.state as { idx?: number } | null)?.idx ?? null;

/** The browser has already gone to the other entry, so it is sent back before the router hears of it. */
function holdTraversals({ isHeld, ask }: Hold): () => void {
  const here = entryIndex();
  let isReturning = false;
  const follow = (event: Event) => {
    const there = entryIndex();
    const isHeldBack = here !== null && there !== null && isHeld(location.pathname);
    if (!isReturning && !isHeldBack) return;
    event.stopImmediatePropagation();
    if (isReturning || !isHeldBack) {
      isReturning = false;
      return;
    }
    isReturning = true;
    history.go(here - there);
    ask(() => history.go(there - here));
  };
  return onTraversal(follow);
}

function holdUnload(hasChanges: () => boolean): () => void {
  const ask = (event: Event) => hasChanges() && event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}
