import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListPage } from "#web/platform/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

type PagedListProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  /** Stands where the list has nothing. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A list in each of its states: on its way, failed, empty, and shown with what is left to load. */
export function PagedList<Item>({ query, empty, children }: PagedListProps<Item>) {
  if (query.data === undefined) {
    if (query.isPending) return <TableSkeleton />;
    return (
      <ErrorState
        message={query.error?.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  const total = query.data.pages[0]?.total ?? items.length;
  return (
    <>
      {children(items)}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
        <p role="status">
          {items.length < total ? `${items.length} of ${total} shown` : `${total} in all`}
        </p>
        {query.isFetchNextPageError && (
          <p role="alert" className="text-danger">
            {query.error?.message}
          </p>
        )}
        {query.hasNextPage && (
          <Button
            look="secondary"
            size="small"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </div>
    </>
  );
}
