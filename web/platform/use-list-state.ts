import { useSearchParams } from "react-router";
import type { z } from "zod";

type FilterSchema = z.ZodObject<z.ZodRawShape>;

/** What a table's address asks for, so that it survives a reload, can be sent to somebody, and the back button knows it. */
export type ListState<Filter> = {
  /** Search, sort and filters; what the address asks for and the list does not know is left out. */
  filter: Filter;
  /** Which rows are asked for, in whatever order and on whatever page: the search and the filters as one text. */
  which: string;
  /** Whether anything but the order was chosen. */
  isFiltered: boolean;
  /** The place in the list, or null at its start. */
  cursor: string | null;
  /** All of it as the query of a call. */
  query: string;
  /** Changes a part of it; an empty value takes one away. The list starts at its first page again. */
  choose: (changes: Record<string, string | undefined>, how?: { replace?: boolean }) => void;
  /** Forgets everything that was chosen. */
  reset: () => void;
  /** The address's query for another page of the same list. */
  searchAt: (cursor: string | null) => string;
};

/** The part of an address that `schema` knows; a mistyped link still shows the list. */
export function readFilter<Schema extends FilterSchema>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> {
  const known = Object.entries(schema.shape).flatMap(([name, field]) => {
    const asked = search.get(name);
    if (!asked?.trim()) return [];
    const read = (field as z.ZodType).safeParse(asked);
    return read.success ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(known) as z.output<Schema>;
}

/** The state of the page's list, kept in its address. */
export function useListState<Schema extends FilterSchema>(
  schema: Schema,
): ListState<z.output<Schema>> {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(schema, search);
  const cursor = search.get("cursor");
  const chosen = Object.entries(filter).filter(([name]) => name !== "sort");
  const searchAt = (place: string | null) => withCursor(filter, place).toString();
  return {
    filter,
    which: JSON.stringify(chosen),
    isFiltered: chosen.length > 0,
    cursor,
    query: cursor === null && Object.keys(filter).length === 0 ? "" : `?${searchAt(cursor)}`,
    choose: (changes, { replace = false } = {}) => {
      const wanted = Object.entries({ ...filter, ...changes }).flatMap(([name, value]) =>
        value ? [[name, String(value)]] : [],
      );
      const next = readFilter(schema, new URLSearchParams(wanted));
      setSearch(withCursor(next, null), { replace, preventScrollReset: true });
    },
    reset: () => setSearch(new URLSearchParams(), { preventScrollReset: true }),
    searchAt,
  };
}

function withCursor(filter: object, cursor: string | null): URLSearchParams {
  const search = new URLSearchParams(filter as Record<string, string>);
  if (cursor !== null) search.set("cursor", cursor);
  return search;
}
