import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import { readListingRows, type ListingRow } from "./listing-row-store.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { catalogueChangeTable, type FactsBefore } from "./catalogue-change-table.ts";

const batchSize = 4_000;

/** Changes read from the feed, and the snapshot to read from next time. */
export type Feed = { snapshot: string; changes: { id: number; listingId: string }[] };

/** The oldest transaction that may still commit: every change not yet visible has this id or a later one. */
export async function readSnapshot(executor: Executor): Promise<string> {
  const { rows } = await executor.execute<{ snapshot: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as snapshot`,
  );
  return rows[0]!.snapshot;
}

/** How many cars are listed of makes other than these, without those that are sold, or are off sale after a refund. */
export function countListedOfOtherMakes(
  executor: Executor,
  makes: readonly Make[],
): Promise<{ make: Make; count: number }[]> {
  const sale = executor
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, listingTable.id), isSold));
  return executor
    .select({ make: listingTable.make, count: count() })
    .from(listingTable)
    .where(
      and(
        isListed,
        isNull(listingTable.saleReversedAt),
        notInArray(listingTable.make, [...makes]),
        notExists(sale),
      ),
    )
    .groupBy(listingTable.make)
    .orderBy(listingTable.make);
}

/** Changes by transactions not older than `since`, with the next snapshot, read in one consistent view. */
export async function readFeed(executor: Executor, since: string): Promise<Feed> {
  const { rows } = await executor.execute<{
    snapshot: string;
    id: number | null;
    listing_id: string | null;
  }>(sql`
    select moment.snapshot, change.id::int8::float8 as id, change.listing_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as snapshot) as moment
    left join catalogue_change as change on change.xact >= ${since}::xid8`);
  const changes = rows.flatMap((row) =>
    row.id === null || row.listing_id === null ? [] : [{ id: row.id, listingId: row.listing_id }],
  );
  return { snapshot: rows[0]!.snapshot, changes };
}

/** An edit of a listing, and what searches read before it. */
export type ListingEdit = { id: number; listingId: string; at: Date; before: FactsBefore };

/** Edits by transactions not older than `since`, oldest first. */
export async function readListingEdits(executor: Executor, since: string): Promise<ListingEdit[]> {
  const { id, listingId, at, factsBefore, xact } = catalogueChangeTable;
  const rows = await executor
    .select({ id, listingId, at, before: factsBefore })
    .from(catalogueChangeTable)
    .where(and(sql`${xact} >= ${since}::xid8`, isNotNull(factsBefore)))
    .orderBy(asc(id));
  return rows.map((row) => ({ ...row, before: row.before! }));
}

/** Removes the earlier texts of listings, because they may name an account that is being erased. */
export async function eraseListingEdits(tx: Executor): Promise<void> {
  const { id, factsBefore } = catalogueChangeTable;
  const withFacts = tx
    .select({ id })
    .from(catalogueChangeTable)
    .where(isNotNull(factsBefore))
    .orderBy(asc(id))
    .for("update");
  await tx.update(catalogueChangeTable).set({ factsBefore: null }).where(inArray(id, withFacts));
}

/** Where a reader of the feed is: the snapshot to read from next, and the changes after it that it has read. */
export type FeedPosition = { snapshot: string; seen: ReadonlySet<number> };

/** The age in seconds of the oldest change that a reader has not read; 0 if it has read all. */
export async function readLag(executor: Executor, position: FeedPosition): Promise<number> {
  const { rows } = await executor.execute<{ id: number; age: number }>(sql`
    select id::int8::float8 as id, extract(epoch from clock_timestamp() - at)::float8 as age
    from ${catalogueChangeTable} where xact >= ${position.snapshot}::xid8`);
  return Math.max(0, ...rows.filter(({ id }) => !position.seen.has(id)).map(({ age }) => age));
}

/** The listings with these ids, in batches with their ids. A deleted listing has an id but no row. */
export async function* readListingsById(
  executor: Executor,
  ids: string[],
): AsyncGenerator<{ ids: string[]; rows: ListingRow[] }> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize);
    yield { ids: some, rows: await readListingRows(executor, some) };
  }
}

/** When each of the listings that changed last was changed. Bounded, because an import changes every car. */
export async function readLastChanges(executor: Executor): Promise<{ id: string; at: number }[]> {
  const { rows } = await executor.execute<{ id: string; at: number }>(sql`
    select listing_id as id, (extract(epoch from max(at)) * 1000)::float8 as at
    from (select listing_id, at from ${catalogueChangeTable} order by id desc limit 20000) as change
    group by listing_id`);
  return rows;
}

/** When a listing of each category was last withdrawn or removed, or its seller suspended or deleted. */
export async function readDepartures(
  executor: Executor,
): Promise<{ categoryId: number; at: number }[]> {
  const { withdrawnAt, removedAt, categoryId } = listingTable;
  const { suspendedAt, deletedAt } = accountTable;
  return executor
    .select({
      categoryId,
      at: sql<number>`(extract(epoch from max(greatest(${withdrawnAt}, ${removedAt}, ${suspendedAt}, ${deletedAt}))) * 1000)::float8`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(or(...[withdrawnAt, removedAt, suspendedAt, deletedAt].map((at) => isNotNull(at))))
    .groupBy(categoryId);
}

/** Deletes changes older than a day. A reader that missed them reloads the catalog. */
export async function pruneChanges(executor: Executor): Promise<void> {
  await executor
    .delete(catalogueChangeTable)
    .where(lt(catalogueChangeTable.at, sql`now() - interval '1 day'`));
}
