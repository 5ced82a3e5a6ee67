import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { onTraversal } from "#web/platform/loading/before-router.ts";

type EntryState = { key?: string; isFullScreen?: true } | null;
const entry = () => history.state as EntryState;

/**
 * Gives a full-screen view an entry in the history, so that Back closes it and Forward opens it again. The entry has the
 * page's URL and key, and the router does not hear of it, because it would load the page again.
 */
export function useBackCloses(dialog: RefObject<HTMLDialogElement | null>, show: () => void) {
  const location = useLocation();
  const { key } = location;
  const latest = useRef({ key, show });
  // The router loads another page, or this one again.
  const isLeaving = useRef(false);
  useEffect(() => {
    latest.current = { key, show };
  });
  useEffect(() => {
    isLeaving.current = false;
  }, [location]);
  useEffect(() => {
    const follow = (event?: Event) => {
      const state = entry();
      // React Router's name for the first entry.
      const isOwn = state !== null && (state.key ?? "default") === latest.current.key;
      const isHere = isOwn && !isLeaving.current;
      if (isHere) event?.stopImmediatePropagation();
      else isLeaving.current = true;
      if (!state?.isFullScreen) dialog.current?.close();
      else if (isHere && !dialog.current?.open) latest.current.show();
    };
    follow();
    return onTraversal(follow);
  }, [dialog]);

  return {
    open() {
      history.pushState({ ...entry(), isFullScreen: true }, "");
      show();
    },
    /** For the dialog's `onClose`. */
    leave: () => entry()?.isFullScreen && history.back(),
  };
}
