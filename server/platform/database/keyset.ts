import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { z } from "zod";
import type { SortOf } from "#shared/paging/paging-contract.ts";
import { isStorable } from "#shared/text/text.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";

/** A value to sort a list by; never null. `kind` determines its format in a cursor. */
type SortKey = { value: SQLWrapper; kind: keyof typeof kinds };

/** A row's position in a list: its sort value and its id, exactly as in the database. */
export type Place = [value: string, id: string];

export type ListOrder<Column extends string> = {
  keys: Record<Column, SortKey>;
  /** Unique, to order rows with the same value. */
  id: SortKey;
};

/** The parts of a page's query. `place` must be selected with each row, under that name. */
export type PagePart = {
  beyond: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  place: SQL<Place>;
};

export type Page<Row> = { rows: Row[]; nextCursor: string | null; previousCursor: string | null };

const kinds = {
  text: {
    schema: z.string().refine(isStorable),
    type: sql`text`,
    toText: (value: SQLWrapper) => value,
  },
  number: {
    schema: z.string().regex(/^-?\d{1,18}$/),
    type: sql`bigint`,
    toText: (value: SQLWrapper) => sql`${value}::text`,
  },
  instant: {
    // PostgreSQL has no year 0.
    schema: z.iso.datetime().refine((value) => value >= "0001"),
    type: sql`timestamptz`,
    // A Date has only milliseconds, so rows of the same millisecond would be skipped or repeated.
    toText: (value: SQLWrapper) =>
      sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
  uuid: {
    schema: z.uuid(),
    type: sql`uuid`,
    toText: (value: SQLWrapper) => sql`${value}::text`,
  },
} as const;

/**
 * Reads one page of a sorted list, with the cursors of the adjacent pages. A cursor is a position, not a row, so rows
 * added or removed meanwhile shift nothing. Going back past the start returns the first page.
 * @param read runs the list's query with the parts for this page
 * @throws AppError invalid_cursor if the cursor is malformed or of another sort order
 */
export async function readPage<Column extends string, Row extends { place: Place }>(
  order: ListOrder<Column>,
  query: { sort: SortOf<Column>; limit: number; cursor?: string | undefined },
  read: (part: PagePart) => Promise<Row[]>,
): Promise<Page<Row>> {
  const isDescending = query.sort.startsWith("-");
  const key = order.keys[query.sort.replace(/^-/, "") as Column];
  const cursor = decodeCursor(cursorSchema(query.sort, key, order.id), query.cursor);
  const readFrom = (place: Place | null, descending: boolean) =>
    read({
      beyond: place ? isBeyond(key, order.id, place, descending) : undefined,
      orderBy: [key.value, order.id.value].map((value) => (descending ? desc : asc)(value)),
      limit: query.limit + 1,
      place: placeOf(key, order.id),
    });
  const at = (direction: "on" | "back", row: Row | undefined) =>
    row ? encodeCursor([query.sort, direction, ...row.place]) : null;

  if (cursor?.[1] === "back") {
    const page = await readFrom([cursor[2], cursor[3]], !isDescending);
    if (page.length > query.limit) {
      const rows = page.slice(0, query.limit).reverse();
      return { rows, nextCursor: at("on", rows.at(-1)), previousCursor: at("back", rows[0]) };
    }
  }
  const after: Place | null = cursor?.[1] === "on" ? [cursor[2], cursor[3]] : null;
  const page = await readFrom(after, isDescending);
  const rows = page.slice(0, query.limit);
  return {
    rows,
    nextCursor: page.length > query.limit ? at("on", rows.at(-1)) : null,
    previousCursor: after ? at("back", rows[0]) : null,
  };
}

function cursorSchema(sort: string, key: SortKey, id: SortKey) {
  const value = kinds[key.kind].schema;
  const idValue = kinds[id.kind].schema;
  return z.tuple([z.literal(sort), z.enum(["on", "back"]), value, idValue]);
}

function isBeyond(key: SortKey, id: SortKey, [value, idValue]: Place, descending: boolean): SQL {
  const type = kinds[key.kind].type;
  const idType = kinds[id.kind].type;
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${key.value}, ${id.value}) ${comparison} (${value}::${type}, ${idValue}::${idType})`;
}

function placeOf(key: SortKey, id: SortKey): SQL<Place> {
  return sql<Place>`json_build_array(${kinds[key.kind].toText(key.value)}, ${kinds[id.kind].toText(id.value)})`;
}
