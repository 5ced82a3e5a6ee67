import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { z } from "zod";
import type { SortOf } from "#shared/paging/paging-contract.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";

/** What a list can be sorted by; never null. `kind` says how its value travels in a cursor. */
type SortKey = { value: SQLWrapper; kind: keyof typeof kinds };

/** A row's place in a list: the value it is sorted by and its id, exactly as the database holds them. */
export type Place = [value: string, id: string];

export type ListOrder<Column extends string> = {
  keys: Record<Column, SortKey>;
  /** Unique, so that rows with the same value still have one order. */
  id: SortKey;
};

/** What a page's query has to be given. `place` is selected with each row, under that name. */
export type PagePart = {
  beyond: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  place: SQL<Place>;
};

export type Page<Row> = { rows: Row[]; nextCursor: string | null; previousCursor: string | null };

const noNul = (value: string) => !value.includes("\u0000");
const kinds = {
  text: { schema: z.string().refine(noNul), type: sql`text`, words: (value: SQLWrapper) => value },
  number: {
    schema: z.string().regex(/^-?\d{1,18}$/),
    type: sql`bigint`,
    words: (value: SQLWrapper) => sql`${value}::text`,
  },
  instant: {
    // PostgreSQL knows no year 0.
    schema: z.iso.datetime().refine((value) => value >= "0001"),
    type: sql`timestamptz`,
    // A Date has milliseconds only; two rows of one millisecond would be skipped or repeated.
    words: (value: SQLWrapper) =>
      sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
  uuid: {
    schema: z.uuid(),
    type: sql`uuid`,
    words: (value: SQLWrapper) => sql`${value}::text`,
  },
} as const;

/**
 * One page of a list in the order asked for, with the cursors of the pages beside it. A cursor names a place, not a row,
 * so rows that come or go meanwhile shift nothing; going back past the start gives the first page.
 * @param read runs the list's query with the part of it that paging decides
 * @throws AppError invalid_cursor where the cursor is broken or of another order
 */
export async function readPage<Column extends string, Row extends { place: Place }>(
  order: ListOrder<Column>,
  query: { sort: SortOf<Column>; limit: number; cursor?: string | undefined },
  read: (part: PagePart) => Promise<Row[]>,
): Promise<Page<Row>> {
  const falls = query.sort.startsWith("-");
  const key = order.keys[query.sort.replace(/^-/, "") as Column];
  const cursor = decodeCursor(cursorSchema(query.sort, key, order.id), query.cursor);
  const readFrom = (place: Place | null, falling: boolean) =>
    read({
      beyond: place ? isBeyond(key, order.id, place, falling) : undefined,
      orderBy: [key.value, order.id.value].map((value) => (falling ? desc : asc)(value)),
      limit: query.limit + 1,
      place: placeOf(key, order.id),
    });
  const at = (direction: "on" | "back", row: Row | undefined) =>
    row ? encodeCursor([query.sort, direction, ...row.place]) : null;

  if (cursor?.[1] === "back") {
    const found = await readFrom([cursor[2], cursor[3]], !falls);
    if (found.length > query.limit) {
      const rows = found.slice(0, query.limit).reverse();
      return { rows, nextCursor: at("on", rows.at(-1)), previousCursor: at("back", rows[0]) };
    }
  }
  const after: Place | null = cursor?.[1] === "on" ? [cursor[2], cursor[3]] : null;
  const found = await readFrom(after, falls);
  const rows = found.slice(0, query.limit);
  return {
    rows,
    nextCursor: found.length > query.limit ? at("on", rows.at(-1)) : null,
    previousCursor: after ? at("back", rows[0]) : null,
  };
}

function cursorSchema(sort: string, key: SortKey, id: SortKey) {
  const [value, idValue] = [kinds[key.kind].schema, kinds[id.kind].schema];
  return z.tuple([z.literal(sort), z.enum(["on", "back"]), value, idValue]);
}

function isBeyond(key: SortKey, id: SortKey, [value, idValue]: Place, falling: boolean): SQL {
  const [type, idType] = [kinds[key.kind].type, kinds[id.kind].type];
  const comparison = falling ? sql`<` : sql`>`;
  return sql`(${key.value}, ${id.value}) ${comparison} (${value}::${type}, ${idValue}::${idType})`;
}

function placeOf(key: SortKey, id: SortKey): SQL<Place> {
  return sql<Place>`json_build_array(${kinds[key.kind].words(key.value)}, ${kinds[id.kind].words(id.value)})`;
}
