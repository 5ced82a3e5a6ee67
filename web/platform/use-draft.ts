import { useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, readDraft, writeDraft } from "./drafts.ts";
import { tokenSource } from "./requests/token-source.ts";

const pause = 2_000;

/** The draft that the signed-in user left in a form when it was opened. */
export function useDraft<Value>(name: string): { draft: Draft<Value> | null; drop: () => void } {
  const [{ account, draft }, setFound] = useState(() => {
    const account = tokenSource().account();
    return { account, draft: account === null ? null : readDraft<Value>(account, name) };
  });
  return {
    draft,
    drop() {
      if (account !== null) dropDraft(account, name);
      setFound({ account, draft: null });
    },
  };
}

/**
 * Keeps what a form contains as a draft until the form is closed. If it closes because the session has ended, the draft stays.
 * @param read what is to be kept; null if nothing was changed
 * @returns a function that keeps it at once
 */
export function useDraftKeeper(
  name: string,
  read: () => unknown,
  { isOnDevice = false }: { isOnDevice?: boolean } = {},
): () => void {
  const latest = useRef(read);
  const keepNow = useRef(() => {});
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const account = tokenSource().account();
    if (account === null) return;
    const isSignedIn = () => tokenSource().account() === account;
    let written: string | null = null;
    const keep = () => {
      const value = latest.current() ?? null;
      // A form that is emptied by the end of the session keeps its draft.
      if (value === null && written !== null && isSignedIn()) {
        dropDraft(account, name);
        written = null;
      }
      const text = JSON.stringify(value);
      if (value === null || text === written) return;
      written = text;
      writeDraft(account, name, value, isOnDevice && isSignedIn());
    };
    keepNow.current = keep;
    const timer = setInterval(keep, pause);
    addEventListener("pagehide", keep);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", keep);
      if (isSignedIn()) dropDraft(account, name);
      else keep();
    };
  }, [name, isOnDevice]);
  return () => keepNow.current();
}
