import { and, eq, getTableColumns, inArray, ne, or, sql } from "drizzle-orm";
import { bookingTable, isBinding, isSold } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { lockListings as lockListingRows, lockSeller } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { feedCarTable, feedTable } from "./feed-table.ts";
import { suspended } from "./refuse-suspended.ts";
import {
  feedFields,
  type FeedFacts,
  type ListedFacts,
  type ListedField,
} from "#server/imports/public-reading.ts";

export type Feed = typeof feedTable.$inferSelect;

/** A seller's feed of this name, in any case. */
export async function findFeed(
  executor: Executor,
  sellerId: string,
  name: string,
): Promise<Feed | null> {
  const [feed] = await executor
    .select()
    .from(feedTable)
    .where(and(eq(feedTable.sellerId, sellerId), sql`lower(${feedTable.name}) = lower(${name})`));
  return feed ?? null;
}

/** A seller's feed of this name, which is created if it is new. */
export async function openFeed(executor: Executor, sellerId: string, name: string): Promise<Feed> {
  const existing = await findFeed(executor, sellerId, name);
  if (existing) return existing;
  await executor.insert(feedTable).values({ sellerId, name }).onConflictDoNothing();
  return (await findFeed(executor, sellerId, name))!;
}

export async function changeFeed(
  executor: Executor,
  id: string,
  changes: Partial<Pick<Feed, "name" | "path" | "options" | "feedWins" | "digest" | "fetchEtag">>,
): Promise<void> {
  await executor.update(feedTable).set(changes).where(eq(feedTable.id, id));
}

/** Creates a feed and returns its id; null if the seller has one with this name. */
export async function createFeed(
  executor: Executor,
  feed: Pick<Feed, "sellerId" | "name" | "options">,
): Promise<string | null> {
  const [created] = await executor
    .insert(feedTable)
    .values(feed)
    .onConflictDoNothing()
    .returning({ id: feedTable.id });
  return created?.id ?? null;
}

/** Deletes a feed, with what it said about cars. The listings stay. */
export async function deleteFeed(executor: Executor, id: string): Promise<void> {
  await executor.delete(feedTable).where(eq(feedTable.id, id));
}

/** Deletes a seller's feeds, with what they said about cars. The listings stay. */
export async function deleteFeedsOf(tx: Executor, sellerId: string): Promise<void> {
  await tx.delete(feedTable).where(eq(feedTable.sellerId, sellerId));
}

export async function readFeed(executor: Executor, id: string): Promise<Feed | null> {
  const [feed] = await executor.select().from(feedTable).where(eq(feedTable.id, id));
  return feed ?? null;
}

/** A seller's feed that reads this file. */
export async function findFeedOfFile(
  executor: Executor,
  sellerId: string,
  path: string,
): Promise<Feed | null> {
  const [feed] = await executor
    .select()
    .from(feedTable)
    .where(and(eq(feedTable.sellerId, sellerId), eq(feedTable.path, path)));
  return feed ?? null;
}

/** The listings that a feed has and has not retired, by id. */
export async function listPresent(executor: Executor, feedId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: feedCarTable.listingId })
    .from(feedCarTable)
    .where(and(eq(feedCarTable.feedId, feedId), eq(feedCarTable.isRetired, false)));
  return rows.map(({ id }) => id);
}

/** Locks a feed until the transaction ends. */
export async function lockFeed(tx: Executor, id: string): Promise<Feed | null> {
  const [feed] = await tx.select().from(feedTable).where(eq(feedTable.id, id)).for("update");
  return feed ?? null;
}

/**
 * Locks a feed and its seller, the seller first, as everywhere. Null without them. Waits for the seller as long as a
 * statement may, so few may call it at a time.
 * @throws AppError not_allowed while the seller is suspended
 */
export async function lockFeedOfSeller(tx: Executor, id: string): Promise<Feed | null> {
  const feed = await readFeed(tx, id);
  const seller = feed && (await lockSeller(tx, feed.sellerId));
  if (!seller) return null;
  if (seller.isSuspended) throw suspended();
  return lockFeed(tx, id);
}

export async function growVersion(tx: Executor, feedId: string): Promise<void> {
  await tx
    .update(feedTable)
    .set({ version: sql`${feedTable.version} + 1` })
    .where(eq(feedTable.id, feedId));
}

const listingColumns = getTableColumns(listingTable);
/** The columns of a listing that a feed can change. */
export const shownColumns = Object.fromEntries(
  [...feedFields, "details" as const].map((field) => [field, listingColumns[field]]),
) as unknown as Pick<typeof listingColumns, ListedField | "details">;

type ListingFacts = Pick<typeof listingTable.$inferSelect, ListedField | "details">;

/** A listing's facts as a feed states them. PostgreSQL returns rates with all their digits. */
export function factsOf(row: ListingFacts): FeedFacts {
  const facts: Record<string, unknown> = {};
  for (const field of feedFields) facts[field] = row[field];
  if (row.sourceRate !== null) facts.sourceRate = String(Number(row.sourceRate));
  if (row.details !== null) facts.details = row.details;
  return facts as FeedFacts;
}

/** Whether a car is reserved or sold. With the names of the tables, which columns lack in a query of one table. */
export const isTaken = sql<boolean>`exists (select from ${bookingTable}
  where ${bookingTable}.listing_id = ${listingTable}.id and (${or(isBinding, isSold)}))`;

/** Whether a seller put a car back on sale after its feed had retired it, and took it off again. Null means no. */
export const isOffByHand = sql<boolean | null>`(${feedCarTable}.is_retired
  and ${feedCarTable}.retired_at <> ${listingTable}.off_sale_at)`;

/** Whether a feed no longer has a car, and its seller has not taken it off sale since. Null for a car of no feed. */
export const isGone = sql<boolean>`(${feedCarTable}.is_retired and ${isOffByHand} is not true)`;

/** A car that another feed of a seller has. */
export type CarInFeed = Pick<ListedFacts, "make" | "model" | "year" | "vin"> & {
  listingId: string;
  fingerprint: string | null;
  identity: string;
  /** The feed's name. */
  feed: string;
};

/** The cars that a seller's feeds apart from one have. One that its feed no longer has can be added by another one. */
export function listCarsOfOtherFeeds(
  executor: Executor,
  sellerId: string,
  feedId: string | null,
): Promise<CarInFeed[]> {
  const { id, importFingerprint: fingerprint, make, model, year, vin } = listingTable;
  const { listingId, identity } = feedCarTable;
  return executor
    .select({
      listingId,
      fingerprint,
      identity,
      feed: feedTable.name,
      make,
      model,
      year,
      vin,
    })
    .from(feedTable)
    .innerJoin(feedCarTable, eq(feedCarTable.feedId, feedTable.id))
    .innerJoin(listingTable, eq(id, listingId))
    .where(
      and(
        eq(feedTable.sellerId, sellerId),
        feedId ? ne(feedTable.id, feedId) : undefined,
        sql`${isGone} is not true`,
      ),
    );
}

export type LockedListing = {
  id: string;
  shown: FeedFacts;
  withdrawnAt: Date | null;
  removedAt: Date | null;
  lapsedAt: Date | null;
  offSaleAt: Date | null;
  updatedAt: Date;
  isTaken: boolean;
  /** As `isOffByHand`. */
  isOffByHand: boolean;
};

/** Locks listings against bookings, changes and deletion until the transaction ends, and reads them. */
export async function lockListings(
  tx: Executor,
  ids: readonly string[],
): Promise<Map<string, LockedListing>> {
  if (ids.length === 0) return new Map();
  await lockListingRows(tx, ids);
  // Read afterwards, so that a booking that was waited for is seen.
  const rows = await tx
    .select({
      id: listingTable.id,
      withdrawnAt: listingTable.withdrawnAt,
      removedAt: listingTable.removedAt,
      lapsedAt: listingTable.lapsedAt,
      offSaleAt: listingTable.offSaleAt,
      updatedAt: listingTable.updatedAt,
      isTaken,
      isOffByHand: sql<boolean>`exists (select from ${feedCarTable}
        where ${feedCarTable}.listing_id = ${listingTable}.id and ${isOffByHand})`,
      ...shownColumns,
    })
    .from(listingTable)
    .where(inArray(listingTable.id, [...ids]));
  return new Map(rows.map((row) => [row.id, { ...row, shown: factsOf(row) }]));
}
