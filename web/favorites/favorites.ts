import { useSyncExternalStore } from "react";

/** The cars that the visitor saved, in this browser. */
const storageKey = "favorites";
/** Beyond it, the oldest are dropped. */
const mostFavorites = 200;

const none: readonly string[] = [];
const listeners = new Set<() => void>();
let last: { text: string | null; ids: readonly string[] } = { text: null, ids: none };

/** The ids of the saved cars, the latest first. Empty on the server and where the browser allows no storage. */
export function readFavorites(): readonly string[] {
  const text = readText();
  if (text !== last.text) last = { text, ids: parse(text) };
  return last.ids;
}

/** Saves a car or takes it off the list. False if the browser does not allow it. */
export function setFavorite(id: string, isSaved: boolean): boolean {
  // Read again, because another tab may have changed the list.
  const others = readFavorites().filter((other) => other !== id);
  const ids = isSaved ? [id, ...others].slice(0, mostFavorites) : others;
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** The saved cars, kept current across components and tabs. */
export function useFavorites(): readonly string[] {
  return useSyncExternalStore(subscribe, readFavorites, () => none);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Only other tabs get this event. A null key means that everything was cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : none;
  } catch {
    return none;
  }
}
