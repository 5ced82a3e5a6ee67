import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";

type FilterSchema = z.ZodObject<z.ZodRawShape>;

/** A table's state in the URL, so it survives reloads, can be shared, and works with the back button. */
export type ListState<Filter> = {
  /** Search, sort and filters; unknown or invalid parameters are dropped. */
  filter: Filter;
  /** The search and filters as one string, without sort and page. */
  which: string;
  /** Whether any search or filter is set. */
  isFiltered: boolean;
  /** The page's cursor, or null for the first page. */
  cursor: string | null;
  /** The full state as an API query string. */
  query: string;
  /** Changes filters; an empty value removes one. Returns to the first page. */
  choose: (changes: Record<string, string | undefined>, how?: { replace?: boolean }) => void;
  /** The sort order (`name` ascending, `-name` descending) and how to change it. */
  orderBy: (initial: string) => { sort: string; choose: (sort: string) => void };
  /** Clears all filters. */
  reset: () => void;
  /** The URL query for another page of the list. */
  searchAt: (cursor: string | null) => string;
};

/** The parameters that `schema` accepts; others are ignored. @internal */
export function readFilter<Schema extends FilterSchema>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> {
  const values = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = search.get(name);
    if (!value?.trim()) return [];
    const read = (field as z.ZodType).safeParse(value);
    return read.success ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(values) as z.output<Schema>;
}

/** The state of the page's list, from the URL. */
export function useListState<Schema extends FilterSchema>(
  schema: Schema,
): ListState<z.output<Schema>> {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const open = (next: URLSearchParams, replace = false) =>
    void navigate({ search: next.toString() }, { replace, preventScrollReset: true });
  const filter = readFilter(schema, search);
  // Two changes may follow each other before the URL shows the first.
  const pending = useRef<z.output<Schema> | null>(null);
  useEffect(() => {
    pending.current = null;
  }, [search]);
  const cursor = search.get("cursor");
  const chosen = Object.entries(filter).filter(([name]) => name !== "sort");
  const searchAt = (place: string | null) => withCursor(filter, place).toString();
  const choose: ListState<z.output<Schema>>["choose"] = (changes, { replace = false } = {}) => {
    const wanted = Object.entries({ ...(pending.current ?? filter), ...changes }).flatMap(
      ([name, value]) => (value ? [[name, String(value)]] : []),
    );
    const next = readFilter(schema, new URLSearchParams(wanted));
    pending.current = next;
    open(withCursor(next, null), replace);
  };
  return {
    filter,
    which: JSON.stringify(chosen),
    isFiltered: chosen.length > 0,
    cursor,
    query: cursor === null && Object.keys(filter).length === 0 ? "" : `?${searchAt(cursor)}`,
    choose,
    orderBy: (initial) => ({
      sort: (filter as { sort?: string }).sort ?? initial,
      choose: (sort) => choose({ sort }),
    }),
    reset: () => open(new URLSearchParams()),
    searchAt,
  };
}

function withCursor(filter: object, cursor: string | null): URLSearchParams {
  const search = new URLSearchParams(filter as Record<string, string>);
  if (cursor !== null) search.set("cursor", cursor);
  return search;
}
