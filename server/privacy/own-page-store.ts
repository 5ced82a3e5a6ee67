import type { SQLWrapper } from "drizzle-orm";
import {
  readPage,
  type Page,
  type PagePart,
  type Place,
} from "#server/platform/database/keyset.ts";

/** How many rows of the data file are in memory at a time. */
export const rowsAtOnce = 500;

/** A page of rows in the order of a timestamp, and then of their ids. */
export function readOwnPage<Row extends { place: Place }>(
  {
    at,
    id,
    sort,
    cursor,
  }: { at: SQLWrapper; id: SQLWrapper; sort: "at" | "-at"; cursor: string | undefined },
  read: (part: PagePart) => Promise<Row[]>,
): Promise<Page<Row>> {
  const keys = { at: { value: at, kind: "instant" } } as const;
  const order = { keys, id: { value: id, kind: "uuid" } } as const;
  return readPage(order, { sort, limit: rowsAtOnce, cursor }, read);
}
