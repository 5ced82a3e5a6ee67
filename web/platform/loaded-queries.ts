import type { notifyManager, QueryClient, QueryObserver } from "@tanstack/react-query";

/** What pages need of the query library once it is loaded. */
export type LoadedQueries = {
  client: QueryClient;
  QueryObserver: typeof QueryObserver;
  notifyManager: typeof notifyManager;
};

let loaded: LoadedQueries | null = null;

/** The query library of this page; null on the server and until something has loaded it. */
export function loadedQueries(): LoadedQueries | null {
  return loaded;
}

export function setLoadedQueries(queries: LoadedQueries): void {
  loaded = queries;
}
