import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { carEventTable } from "#server/car-history/car-event-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { ImportedListing } from "../match/adopt-listings.ts";
import { factsOf, isTaken, shownColumns } from "../feed-store.ts";
import { feedCarTable } from "../feed-table.ts";
import { keptReasonOf } from "../plan/kept-reason-of.ts";
import { daysRemembered } from "../plan/gone-car.ts";

/** Whether a feed has listed a listing. */
export const isInFeed = sql`exists (
  select from ${feedCarTable} where ${feedCarTable}.listing_id = ${listingTable}.id)`;

/** Whether a listing was imported and is in no feed. */
const isImported = sql`(${listingTable.sourceFile} is not null and not ${isInFeed})`;

/** The moment before which a car that went off sale is no longer remembered. */
export const rememberedSince = sql`now() - make_interval(days => ${daysRemembered})`;

/** Whether a row may mean a listing in no feed. One that an admin removed must not come back as a new one. */
const isRemembered = sql`(${listingTable.removedAt} is not null
  or coalesce(${listingTable.withdrawnAt} >= ${rememberedSince}, true))`;

/** Whether a file's cars, which have these fingerprints, are compared with an imported listing of a seller. */
export const isAdoptable = ({
  sellerId,
  fingerprints,
}: {
  sellerId: string;
  fingerprints: readonly string[];
}): SQL | undefined =>
  and(
    eq(listingTable.sellerId, sellerId),
    isImported,
    or(
      isRemembered,
      // As one value: a file can have tens of thousands of rows.
      sql`${listingTable.importFingerprint} in
        (select json_array_elements_text(${JSON.stringify(fingerprints)}::json))`,
    ),
  );

/**
 * The listings of a seller that were imported and are in no feed: those that are for sale or went off sale lately, and any
 * that has one of these fingerprints.
 */
export async function listImportedListings(
  executor: Executor,
  sellerId: string,
  fingerprints: readonly string[],
): Promise<ImportedListing[]> {
  const { id, importFingerprint, withdrawnAt, offSaleAt, removedAt, createdAt, updatedAt } =
    listingTable;
  const carKeys = sql<string[]>`array(select encode(car_key, 'hex') from ${carEventTable}
    where ${carEventTable}.listing_id = ${listingTable}.id and kind = 'identified' and car_key is not null)`;
  const rows = await executor
    .select({
      id,
      importFingerprint,
      withdrawnAt,
      offSaleAt,
      removedAt,
      createdAt,
      updatedAt,
      isTaken,
      carKeys,
      ...shownColumns,
    })
    .from(listingTable)
    .where(isAdoptable({ sellerId, fingerprints }))
    // Those for sale first, so that a row means one of them.
    .orderBy(sql`${withdrawnAt} is not null`, createdAt, id);
  return rows.map((row) => ({
    listingId: row.id,
    fingerprint: row.importFingerprint,
    carKeys: row.carKeys,
    shown: factsOf(row),
    isChanged: row.updatedAt > row.createdAt,
    isDeleted: row.withdrawnAt !== null && row.offSaleAt === null,
    keptReason: keptReasonOf(row, false),
  }));
}

/** Those of some listings that are in a feed. */
export async function listInFeeds(tx: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: feedCarTable.listingId })
    .from(feedCarTable)
    .where(
      sql`${feedCarTable.listingId} in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`,
    );
  return new Set(rows.map(({ id }) => id));
}
