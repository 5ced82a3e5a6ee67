import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { formatNumber } from "#shared/text/format-number.ts";
import type { ListPage } from "#web/platform/requests/api-client.ts";
import { Button } from "../button.tsx";
import { ListStates } from "./list-states.tsx";
import type { Elements } from "../fields/elements.ts";

type PagedListProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  /** Shown when the list is empty. */
  empty: Elements;
  children: (items: Item[]) => Elements;
};

/** A list that grows with Load more. */
export function PagedList<Item>({ query, empty, children }: PagedListProps<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items);
  const shown = items?.length ?? 0;
  const total = query.data?.pages[0]?.total ?? shown;
  return (
    <ListStates query={query} count={items?.length} empty={empty}>
      {items && children(items)}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
        <p role="status">
          {shown < total
            ? `${formatNumber(shown)} of ${formatNumber(total)} shown`
            : `${formatNumber(total)} total`}
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
    </ListStates>
  );
}
