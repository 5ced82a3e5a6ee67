import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import {
  selectAllListings,
  selectSellers,
  type ListingFacts,
  type SellerFacts,
} from "./listing-row-store.ts";

const batchSize = 5_000;

/** A listing with its kind and its rare facts as JSON (`selectAllListings`). Times are in milliseconds. */
export type AnyRow = Pick<
  ListingFacts,
  | "id"
  | "mileage"
  | "colour"
  | "location"
  | "description"
  | "resalePriceMinor"
  | "details"
  | "sellerId"
> & { listedAt: number; updatedAt: number; kind: string; rare: string | null };

/**
 * Every listing that is neither withdrawn nor removed, in batches, as of one moment, with the facts of all sellers.
 * Meant for a million listings: the rows come from one cursor and are decoded here, because the query builder takes
 * several times as long.
 */
export async function* readAllListings(
  pool: pg.Pool,
): AsyncGenerator<{ rows: AnyRow[]; sellers: Map<string, SellerFacts> }> {
  const client = await pool.connect();
  let isOpen = true;
  try {
    const db = drizzle({ client });
    await client.query("begin isolation level repeatable read read only");
    const sellers = new Map((await selectSellers(db)).map((seller) => [seller.sellerId, seller]));
    // Times are decoded in UTC. The cursor is read to its end, so the plan should suit all rows.
    await client.query("set local timezone to 'UTC'");
    await client.query("set local datestyle to 'ISO'");
    await client.query("set local cursor_tuple_fraction to 1");
    const { sql, params } = selectAllListings(db).toSQL();
    await client.query(`declare all_listings no scroll cursor for ${sql}`, params);
    let next = fetchBatch(client);
    for (;;) {
      const { rows } = await next;
      if (rows.length === 0) break;
      // The database prepares the next batch while this one is worked on.
      next = fetchBatch(client);
      next.catch(() => undefined);
      yield { rows: rows.map(decodeRow), sellers };
    }
    await client.query("commit");
    isOpen = false;
  } finally {
    client.release(isOpen);
  }
}

// Values as the text that PostgreSQL sends, in the order of the selection.
const types = { getTypeParser: () => (text: string) => text };
type Columns = [
  id: string,
  mileage: string | null,
  colour: string | null,
  location: string,
  description: string,
  resalePriceMinor: string,
  createdAt: string,
  updatedAt: string,
  details: string | null,
  sellerId: string,
  kind: string,
  rare: string | null,
];

function fetchBatch(client: pg.PoolClient): Promise<pg.QueryArrayResult<Columns>> {
  const text = `fetch ${batchSize} from all_listings`;
  return client.query({ text, rowMode: "array", types });
}

function decodeRow(columns: Columns): AnyRow {
  const [id, mileage, colour, location, description, price, created, updated, ...others] = columns;
  const [details, sellerId, kind, rare] = others;
  const listedAt = decodeTime(created);
  return {
    id,
    mileage: mileage === null ? null : Number(mileage),
    colour,
    location,
    description,
    resalePriceMinor: Number(price),
    listedAt,
    updatedAt: updated === created ? listedAt : decodeTime(updated),
    details,
    sellerId,
    kind,
    rare,
  };
}

/** Decodes a time in UTC, such as 2026-11-22 10:42:50.123+00. `Date.parse` takes several times as long. */
function decodeTime(text: string): number {
  if (text.length < 22 || text.length > 26 || !text.endsWith("+00")) return Date.parse(text);
  const digits = (from: number, to: number) => {
    let value = 0;
    for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48;
    return value;
  };
  const fraction = digits(20, text.length - 3) * 10 ** (26 - text.length);
  return (
    Date.UTC(digits(0, 4), digits(5, 7) - 1, digits(8, 10), digits(11, 13), digits(14, 16)) +
    digits(17, 19) * 1_000 +
    (text.length > 22 ? fraction : 0)
  );
}
