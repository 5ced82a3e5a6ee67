import { useSyncExternalStore } from "react";
import { deviceStorage } from "./browser-storage.ts";

const none: readonly never[] = [];

/** A list kept in this browser, the latest entry first. */
export type DeviceList<Item> = {
  /** Empty on the server and where the browser allows no storage. The same array until the list changes. */
  read: () => readonly Item[];
  /** False if the browser does not allow it. */
  write: (items: readonly Item[]) => boolean;
  /** The list as state, kept current across components and tabs. */
  use: () => readonly Item[];
};

/** A list under a storage key. Entries that are no `Item` are dropped, and so are the oldest beyond `most`. */
export function deviceList<Item>(
  storageKey: string,
  most: number,
  isItem: (entry: unknown) => entry is Item,
): DeviceList<Item> {
  const listeners = new Set<() => void>();
  let last: { text: string | null; items: readonly Item[] } = { text: null, items: none };

  function read(): readonly Item[] {
    const text = deviceStorage.read(storageKey);
    if (text !== last.text) last = { text, items: parse(text) };
    return last.items;
  }

  function write(items: readonly Item[]): boolean {
    if (!deviceStorage.write(storageKey, JSON.stringify(items.slice(0, most)))) return false;
    for (const listener of listeners) listener();
    return true;
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

  function parse(text: string | null): readonly Item[] {
    try {
      const items: unknown = JSON.parse(text ?? "[]");
      return Array.isArray(items) ? items.filter(isItem) : none;
    } catch {
      return none;
    }
  }

  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => none) };
}
