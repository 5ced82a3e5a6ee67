import type {
  DefaultedQueryObserverOptions,
  QueryKey,
  QueryObserver,
  QueryObserverOptions,
} from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { notLoadedText } from "./failed-script.ts";
import { loadedQueries, type LoadedQueries } from "./loaded-queries.ts";

export type LateQuery<Data> = {
  data: Data | undefined;
  error: Error | null;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  failureCount: number;
  refetch: () => unknown;
};

type LateQueryOptions<Data, Key extends QueryKey> = Omit<
  QueryObserverOptions<Data, Error, Data, Data, Key>,
  "initialData" | "placeholderData"
>;

type KnownData<Data> = {
  /** The answer, if the page came with it. */
  initialData?: Data | undefined;
  initialDataUpdatedAt?: number;
  /** Shown until the answer is here. */
  placeholderData?: Data | undefined;
};

/** Loads the query library. Its client is the page's own. */
export async function loadQueries(): Promise<LoadedQueries> {
  const { pageQueries } = await import("./query-client.ts");
  return pageQueries();
}

/**
 * `useQuery` for pages that most visitors only look at: the library is loaded when a query says `enabled: true`
 * (docs/decisions/0040-code-loads-when-it-is-needed.md). Without `enabled`, the query runs if the library is here.
 */
export function useLateQuery<Data, Key extends QueryKey>(
  options: LateQueryOptions<Data, Key>,
  known: KnownData<Data> = {},
): LateQuery<Data> {
  const { queries, failure, retry } = useLoadedQueries(options.enabled === true);
  const [observer, setObserver] = useState<QueryObserver<Data, Error, Data, Data, Key> | null>(
    null,
  );
  const current = queries && defaulted(queries, options, known);
  if (queries && current && !observer)
    setObserver(new queries.QueryObserver(queries.client, current));
  useSyncExternalStore(
    useCallback(
      (listener) =>
        observer && queries
          ? observer.subscribe(queries.notifyManager.batchCalls(listener))
          : nothing,
      [observer, queries],
    ),
    () => observer?.getCurrentResult() ?? null,
    () => null,
  );
  useEffect(() => {
    if (observer && current) observer.setOptions(current);
  });
  if (observer && current) return observer.trackResult(observer.getOptimisticResult(current));

  const data = known.initialData ?? (failure ? undefined : known.placeholderData);
  const isLoading = options.enabled === true && failure === null;
  return {
    data,
    error: failure,
    isError: failure !== null,
    isFetching: isLoading,
    isPlaceholderData: isLoading && known.initialData === undefined && data !== undefined,
    failureCount: failure ? 1 : 0,
    refetch: retry,
  };
}

const nothing = () => {};

function defaulted<Data, Key extends QueryKey>(
  { client }: LoadedQueries,
  options: LateQueryOptions<Data, Key>,
  known: KnownData<Data>,
): DefaultedQueryObserverOptions<Data, Error, Data, Data, Key> {
  const all = { ...options, ...known } as QueryObserverOptions<Data, Error, Data, Data, Key>;
  return { ...client.defaultQueryOptions(all), _optimisticResults: "optimistic" };
}

/** The library, loaded once `isWanted`. */
function useLoadedQueries(isWanted: boolean) {
  const [known, setQueries] = useState(loadedQueries);
  // Something else may have loaded it since. A second pass would render the same page once more.
  const queries = known ?? (isWanted ? loadedQueries() : null);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    if (!isWanted || queries || failure) return;
    let isCurrent = true;
    loadQueries().then(
      (loaded) => isCurrent && setQueries(loaded),
      () => isCurrent && setFailure(new Error(notLoadedText())),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, queries, failure]);
  useEffect(() => {
    if (!failure) return;
    const retry = () => setFailure(null);
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [failure]);
  return { queries, failure, retry: () => setFailure(null) };
}
