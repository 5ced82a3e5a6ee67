import { useEffect, useRef } from "react";
import { onTraversal } from "#web/platform/loading/before-router.ts";

/**
 * Gives an open sheet an entry of its own in the history, so that Back closes it and Forward opens it again. The entry has
 * the page's URL. The router does not know of it: it would load the page once more.
 * @returns what closes the sheet, and its entry with it
 */
export function useSheetInHistory(isOpen: boolean, setOpen: (isOpen: boolean) => void): () => void {
  const latest = useRef({ isOpen, setOpen, url: "" });
  useEffect(() => {
    latest.current = { isOpen, setOpen, url: location.href };
  });
  useEffect(() => {
    if (isOpen && !isSheet(history.state))
      history.pushState({ ...(history.state as object | null), isSheet: true }, "");
  }, [isOpen]);
  useEffect(
    () =>
      onTraversal((event) => {
        const { isOpen, setOpen, url } = latest.current;
        const isSamePage = location.href === url;
        const isWanted = isSamePage && isSheet(history.state);
        if (isWanted === isOpen) return;
        if (isSamePage) event.stopImmediatePropagation();
        setOpen(isWanted);
      }),
    [],
  );
  return () => (isSheet(history.state) ? history.back() : setOpen(false));
}

function isSheet(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isSheet" in state;
}
