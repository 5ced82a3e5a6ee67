import type { ReactNode } from "react";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

type ListStatesProps = {
  query: {
    isPending: boolean;
    isFetching: boolean;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  /** Undefined until the list was read once. */
  count: number | undefined;
  /** Stands where the list has nothing. */
  empty: ReactNode;
  children: ReactNode;
};

/** A list in each of its states: on its way, failed, empty, and shown. */
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
