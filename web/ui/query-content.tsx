import type { ReactElement } from "react";
import { ErrorState } from "./error-state.tsx";
import { InlineError } from "./inline-error.tsx";
import { TableSkeleton } from "./tables/table-skeleton.tsx";

type Query<Data> = {
  data: Data | undefined;
  error: Error | null;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** The content of a page of one query, also while it loads, and when it or a later refresh fails. */
export function QueryContent<Data>({
  query,
  what,
  children,
}: {
  query: Query<Data>;
  /** As in "We could not read the price model". */
  what: string;
  children: (data: Data) => ReactElement;
}) {
  if (query.data !== undefined)
    return (
      <>
        {query.isError && (
          <div className="mb-10">
            <InlineError query={query} what="The page could not be refreshed." />
          </div>
        )}
        {children(query.data)}
      </>
    );
  if (!query.isError) return <TableSkeleton rows={8} label={`Reading ${what}`} />;
  return (
    <ErrorState
      title={`We could not read ${what}`}
      message={query.error?.message}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
