import { keepPreviousData, useQuery, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { AppError } from "#shared/errors/app-error.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { ListPage } from "#web/platform/requests/api-client.ts";
import type { ListState } from "#web/platform/use-list-state.ts";
import { buttonClass } from "../button-class.ts";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { LoadingBar } from "../loading-bar.tsx";
import type { RowActions } from "./row-actions.tsx";
import type { Column, TableOrder } from "./table-columns.ts";
import { Table } from "./table.tsx";
import type { Selection } from "./use-selection.ts";
import { ListStates } from "./list-states.tsx";
import type { Elements } from "../fields/elements.ts";

/** Query for one page of a table. */
export type TableQuery<Item> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<ListPage<Item>>;
  staleTime?: number;
};

type TablePageProps<Item> = {
  /** The page's title, which also names the table. */
  title: string;
  list: ListState<object>;
  query: TableQuery<Item>;
  columns: readonly Column<Item>[];
  /** Enables sorting. */
  order?: TableOrder;
  /** Enables selecting rows. */
  selection?: Selection<Item>;
  /** Adds a last column with a menu. */
  actionsOf?: (row: Item) => RowActions;
  /** Shown when the list is empty. */
  empty: Elements;
  /** Plural noun of the items: "sellers". */
  things: string;
  /** Shown when nothing matches, where there is more to say than that. */
  nothingFound?: { title: string; text: string } | undefined;
};

/** One page of a table with links to the other pages. The URL contains the page. */
export function TablePage<Item extends { _id: string }>({
  title,
  list,
  query: source,
  empty,
  things,
  nothingFound,
  ...table
}: TablePageProps<Item>) {
  // Keep showing the previous rows while the next ones load.
  const query = useQuery({ ...source, placeholderData: keepPreviousData });
  const { data } = query;
  if (query.error instanceof AppError && query.error.code === "invalid_cursor")
    return <NoSuchPage list={list} title="This page does not exist" />;
  return (
    <ListStates
      query={query}
      count={data?.items.length}
      empty={
        list.cursor !== null ? (
          <NoSuchPage list={list} title="This page is empty" />
        ) : list.isFiltered ? (
          <NothingFound things={things} words={nothingFound} reset={list.reset} />
        ) : (
          empty
        )
      }
    >
      {query.isPlaceholderData && <LoadingBar label={`Loading ${things}`} />}
      <div aria-busy={query.isPlaceholderData || undefined}>
        {data && <Table caption={title} rows={data.items} rowKey={({ _id }) => _id} {...table} />}
      </div>
      {data && <Pager list={list} page={data} isOld={query.isPlaceholderData} />}
    </ListStates>
  );
}

function Pager({
  list,
  page,
  isOld,
}: {
  list: ListState<object>;
  page: ListPage<unknown>;
  /** Whether another page is already loading, which makes these links inert. */
  isOld: boolean;
}) {
  const { items, total, nextCursor, previousCursor } = page;
  const isStart = list.cursor === null;
  // Beside the heading stands how many there are.
  if (isStart && nextCursor === null) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
      <p>{`${items.length} of ${formatNumber(total)} shown`}</p>
      <nav aria-label="Pages" className="flex flex-wrap gap-3">
        {!isStart && (
          <PageLink to={list.searchAt(null)} isInert={isOld}>
            First
          </PageLink>
        )}
        {previousCursor !== null && (
          <PageLink to={list.searchAt(previousCursor)} isInert={isOld}>
            Previous
          </PageLink>
        )}
        {nextCursor !== null && (
          <PageLink to={list.searchAt(nextCursor)} isInert={isOld}>
            Next
          </PageLink>
        )}
      </nav>
    </div>
  );
}

function PageLink({
  to,
  isInert = false,
  children,
}: {
  to: string;
  /** Disabled for now but still rendered, so it keeps focus. */
  isInert?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={{ search: to }}
      aria-disabled={isInert || undefined}
      onClick={(event) => isInert && event.preventDefault()}
      className={`${buttonClass("secondary", "small")} aria-disabled:opacity-60`}
    >
      {children}
    </Link>
  );
}

function NothingFound({
  things,
  words,
  reset,
}: {
  things: string;
  words: { title: string; text: string } | undefined;
  reset: () => void;
}) {
  return (
    <EmptyState
      title={words?.title ?? `No matching ${things}`}
      action={<Button look="secondary" onClick={reset}>{`Show all ${things}`}</Button>}
    >
      {words?.text ?? "Try a different search or filter."}
    </EmptyState>
  );
}

function NoSuchPage({ list, title }: { list: ListState<object>; title: string }) {
  return (
    <EmptyState title={title} action={<PageLink to={list.searchAt(null)}>First page</PageLink>}>
      The list may have changed since you opened it.
    </EmptyState>
  );
}
