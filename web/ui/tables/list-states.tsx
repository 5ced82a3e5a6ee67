import { ErrorState } from "../error-state.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import type { Elements } from "../fields/elements.ts";

type ListStatesProps = {
  query: {
    isPending: boolean;
    isFetching: boolean;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  /** Undefined until the list is first loaded. */
  count: number | undefined;
  /** Shown when the list is empty. */
  empty: Elements;
  children: Elements;
};

/** Renders a list's loading, error, empty and loaded states. */
export function ListStates({ query, count, empty, children }: ListStatesProps) {
  if (count === undefined) {
    if (query.isPending) return <TableSkeleton />;
    return (
      <ErrorState
        message={query.error?.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return count === 0 ? empty : children;
}
