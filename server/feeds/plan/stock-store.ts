import { and, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listingColumnsOf } from "#server/imports/public.ts";
import { rowsOf } from "#server/platform/database/rows-of.ts";
import { isGone } from "../feed-store.ts";
import { feedCarTable, feedChangeTable } from "../feed-table.ts";
import type { FeedChange } from "./plan-store.ts";
import { feedFields, type FeedFacts } from "#server/imports/public-reading.ts";

const columns = getTableColumns(listingTable);

/** The seller's listings with these fingerprints and the feed that each is in, by fingerprint. */
export async function listImported(
  tx: Executor,
  sellerId: string,
  fingerprints: readonly string[],
): Promise<Map<string, { listingId: string; feedId: string | null; isRetired: boolean | null }>> {
  if (fingerprints.length === 0) return new Map();
  const rows = await tx
    .select({
      listingId: listingTable.id,
      fingerprint: listingTable.importFingerprint,
      feedId: feedCarTable.feedId,
      isRetired: isGone,
    })
    .from(listingTable)
    .leftJoin(feedCarTable, eq(feedCarTable.listingId, listingTable.id))
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        inArray(listingTable.importFingerprint, [...fingerprints]),
      ),
    );
  return new Map(rows.map(({ fingerprint, ...listing }) => [fingerprint!, listing]));
}

/** Sets the facts of listings that the caller has locked. */
export async function writeShown(
  tx: Executor,
  listings: readonly { id: string; shown: FeedFacts }[],
): Promise<void> {
  if (listings.length === 0) return;
  const rows = listings.map(({ id, shown }) => ({ id, ...listingColumnsOf(shown) }));
  const assignments = sql.join(
    [...feedFields, "details" as const].map((field) => {
      const name = sql.identifier(columns[field].name);
      return sql`${name} = given.${name}`;
    }),
    sql`, `,
  );
  await tx.execute(sql`update ${listingTable} as listing set ${assignments}, updated_at = now(), lapsed_at = null
    from ${rowsOf(sql`${listingTable}`, rows)} as given where listing.id = given.id`);
}

/**
 * Takes listings off sale that the caller has locked. Their seller sees them among the cars that are off sale, unless
 * they are deleted.
 */
export async function withdraw(
  tx: Executor,
  ids: readonly string[],
  { isDeleted = false } = {},
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(listingTable)
    // A car that its seller has taken off sale or deleted keeps the time of that, which its history has, too.
    .set({
      withdrawnAt: sql`coalesce(${listingTable.withdrawnAt}, now())`,
      offSaleAt: isDeleted
        ? null
        : sql`case when ${listingTable.withdrawnAt} is null then now() else ${listingTable.offSaleAt} end`,
    })
    .where(inArray(listingTable.id, [...ids]));
}

/** Puts listings on sale again that the caller has locked. */
export async function relist(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(listingTable)
    .set({ withdrawnAt: null, offSaleAt: null, lapsedAt: null, updatedAt: sql`now()` })
    .where(and(inArray(listingTable.id, [...ids]), isNotNull(listingTable.withdrawnAt)));
}

/** Lets the same rows be imported again. */
export async function dropFingerprints(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(listingTable)
    .set({ importFingerprint: null })
    .where(inArray(listingTable.id, [...ids]));
}

type FeedCar = typeof feedCarTable.$inferInsert;

/** Stores what a feed says about cars. Those that it retires are taken off sale in the same transaction. */
export async function writeFeedCars(tx: Executor, cars: readonly FeedCar[]): Promise<void> {
  if (cars.length === 0) return;
  const rows = cars.map(({ feedId, identity, listingId, isRetired, feedFacts }) => ({
    feed_id: feedId,
    identity,
    listing_id: listingId,
    is_retired: isRetired ?? false,
    said: feedFacts,
  }));
  await tx.execute(sql`insert into ${feedCarTable} (feed_id, identity, listing_id, is_retired, retired_at, said)
    select feed_id, identity, listing_id, is_retired, case when is_retired then now() end, said
    from ${rowsOf(sql`${feedCarTable}`, rows)}
    on conflict (feed_id, identity) do update
    set said = excluded.said, is_retired = excluded.is_retired, retired_at = excluded.retired_at`);
}

export async function deleteFeedCars(
  tx: Executor,
  feedId: string,
  identities: readonly string[],
): Promise<void> {
  if (identities.length === 0) return;
  await tx
    .delete(feedCarTable)
    .where(and(eq(feedCarTable.feedId, feedId), inArray(feedCarTable.identity, [...identities])));
}

/** What a feed said about cars, by identity. */
export async function readSaid(
  tx: Executor,
  feedId: string,
  identities: readonly string[],
): Promise<Map<string, FeedFacts>> {
  if (identities.length === 0) return new Map();
  const rows = await tx
    .select({ identity: feedCarTable.identity, feedFacts: feedCarTable.feedFacts })
    .from(feedCarTable)
    .where(and(eq(feedCarTable.feedId, feedId), inArray(feedCarTable.identity, [...identities])));
  return new Map(rows.map(({ identity, feedFacts }) => [identity, feedFacts]));
}

/** Stores how changes ended. */
export async function writeChanges(tx: Executor, changes: readonly FeedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    plan_id: change.planId,
    number: change.number,
    state: change.state,
    listing_id: change.listingId,
    shown_before: change.shownBefore,
    said_before: change.saidBefore,
    is_adopted: change.isAdopted,
    fields: change.fields,
    reason: change.reason,
  }));
  await tx.execute(sql`update ${feedChangeTable} as change set state = given.state,
      listing_id = given.listing_id, shown_before = given.shown_before,
      said_before = given.said_before, is_adopted = given.is_adopted, fields = given.fields, reason = given.reason
    from ${rowsOf(sql`${feedChangeTable}`, rows)} as given
    where change.plan_id = given.plan_id and change.number = given.number`);
}
