import { lt, sql } from "drizzle-orm";
import { readListingRows, type ListingRow } from "./listing-row-store.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { catalogueChangeTable } from "./catalogue-change-table.ts";

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

/** Deletes changes older than a day. A reader that missed them reloads the catalogue. */
export async function pruneChanges(executor: Executor): Promise<void> {
  await executor
    .delete(catalogueChangeTable)
    .where(lt(catalogueChangeTable.at, sql`now() - interval '1 day'`));
}
