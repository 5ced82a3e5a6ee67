import { and, eq, inArray, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isLive } from "#server/bookings/booking-table.ts";
import { isListed, isOnSale, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listingConfirmationTable } from "./listing-confirmation-table.ts";

const { confirmedAt, remindedDays, remindedAt } = listingConfirmationTable;
const lastConfirmed = sql`greatest(${confirmedAt}, ${listingTable.updatedAt})`;
/** The last reminder, unless the car was changed after it. */
const validReminder = sql`case when ${remindedAt} > ${listingTable.updatedAt} then ${remindedDays} end`;
const isBooked = sql`exists (select from ${bookingTable} where ${bookingTable.listingId} = ${listingTable.id} and ${isLive})`;
const withConfirmation = eq(listingConfirmationTable.listingId, listingTable.id);
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const days = (count: number) => sql`make_interval(days => ${count})`;
const day = (at: ReturnType<typeof sql>) => sql`(${at} at time zone 'UTC')::date`;

/** Starts counting for listings that do not count yet. */
export async function addConfirmations(executor: Executor, now: Date): Promise<void> {
  await executor.execute(sql`
    insert into ${listingConfirmationTable} (listing_id, confirmed_at)
    select id, ${instant(now)} from ${listingTable} where ${isListed} and not exists (
      select from ${listingConfirmationTable} where listing_id = ${listingTable.id})
    on conflict do nothing`);
}

/** Stops counting, so that it starts again when the setting is turned on. */
export async function dropConfirmations(executor: Executor): Promise<void> {
  await executor.delete(listingConfirmationTable);
}

/**
 * Confirms listings. Those that were confirmed or changed in the last hour are left, because feeds may come every few
 * minutes. They are left out before the insert, which would lock them otherwise.
 */
export async function saveConfirmations(
  executor: Executor,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await executor.execute(sql`
    insert into ${listingConfirmationTable} (listing_id, confirmed_at)
    select ${listingTable.id}, ${instant(now)} from ${listingTable}
    left join ${listingConfirmationTable} on ${withConfirmation}
    where ${listingTable.id} = any(${sql.param(ids)}::uuid[])
    and (${remindedDays} is not null or ${lastConfirmed} < ${instant(now)} - interval '1 hour')
    on conflict (listing_id) do update
    set confirmed_at = excluded.confirmed_at, reminded_days = null, reminded_at = null`);
}

/** Locks the lapsed ones among these listings, before their VINs, which are returned. */
export function lockLapsedVins(
  tx: Executor,
  ids: readonly string[],
): Promise<{ id: string; vin: string | null }[]> {
  return tx
    .select({ id: listingTable.id, vin: listingTable.vin })
    .from(listingTable)
    .where(
      sql`${listingTable.id} = any(${sql.param([...ids])}::uuid[]) and ${listingTable.lapsedAt} is not null`,
    )
    .orderBy(listingTable.id)
    .for("no key update");
}

/** When listings were confirmed and last reminded of, by id. Those that do not count yet are left out. */
export async function readConfirmations(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, { confirmedAt: Date; lastRemindedAt: Date | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({
      id: listingTable.id,
      confirmedAt: sql<Date>`${lastConfirmed}`.mapWith(confirmedAt),
      lastRemindedAt:
        sql<Date | null>`case when ${validReminder} = 1 then ${remindedAt} end`.mapWith(remindedAt),
    })
    .from(listingTable)
    .innerJoin(listingConfirmationTable, withConfirmation)
    .where(inArray(listingTable.id, [...ids]));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Confirms every listing that would be reminded of within some days. */
export async function renewDue(executor: Executor, now: Date, lifetime: number): Promise<void> {
  await executor.execute(sql`
    update ${listingConfirmationTable} set confirmed_at = ${instant(now)}
    where ${confirmedAt} < ${instant(now)} - ${days(lifetime - 4)}`);
}

type Due = Pick<
  typeof listingTable.$inferSelect,
  "name" | "image" | "make" | "model" | "bodyType" | "colour" | "sellerId"
> & {
  listingId: string;
};
type Which = { now: Date; lifetime: number; before: number; sellerId?: string };

/** Listings for sale whose reminder of some days before the end is due, of sellers that can act on it. */
export function listToRemind(
  executor: Executor,
  { now, lifetime, before, sellerId }: Which,
): Promise<Due[]> {
  return executor
    .select({
      listingId: listingTable.id,
      name: listingTable.name,
      image: listingTable.image,
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      sellerId: listingTable.sellerId,
    })
    .from(listingTable)
    .innerJoin(listingConfirmationTable, withConfirmation)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(
      and(
        isListed,
        isOnSale,
        sellerId === undefined ? undefined : eq(listingTable.sellerId, sellerId),
        sql`${accountTable.suspendedAt} is null and ${accountTable.deletedAt} is null`,
        sql`${day(lastConfirmed)} + ${lifetime - before}::int <= ${day(instant(now))}`,
        sql`coalesce(${validReminder}, 100) > ${before}`,
        sql`not ${isBooked}`,
      ),
    )
    .orderBy(listingTable.sellerId, listingTable.name);
}

/** Notes that a seller was reminded of listings. */
export async function saveReminded(
  tx: Executor,
  ids: readonly string[],
  { now, before }: { now: Date; before: number },
): Promise<void> {
  await tx
    .update(listingConfirmationTable)
    .set({ remindedDays: before, remindedAt: now })
    .where(inArray(listingConfirmationTable.listingId, [...ids]));
}

/**
 * Locks some listings that are due to lapse: they were not confirmed in time, and their last reminder is at least 20 hours
 * old. Those that another transaction is changing are left for the next time.
 */
export async function lockLapsing(
  tx: Executor,
  { now, lifetime, limit }: { now: Date; lifetime: number; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .innerJoin(listingConfirmationTable, withConfirmation)
    .where(
      and(
        isListed,
        isOnSale,
        sql`${lastConfirmed} <= ${instant(now)} - ${days(lifetime)}`,
        sql`${validReminder} = 1 and ${remindedAt} <= ${instant(now)} - interval '20 hours'`,
        sql`not ${isBooked}`,
      ),
    )
    .limit(limit)
    .for("no key update", { of: listingTable, skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Those of some locked listings that have no live booking. A booking locks its listing before it is made. */
export async function listUnbooked(tx: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(and(inArray(listingTable.id, [...ids]), sql`not ${isBooked}`));
  return rows.map(({ id }) => id);
}

export type WaitingListing = { id: string; name: string; isLapsed: boolean; vin: string | null };

/**
 * A seller's listings that wait for a confirmation: those of a reminder, and then lapsed ones. Only those of `only`, and at
 * most `limit`; `total` is without the limit.
 */
export async function listWaiting(
  executor: Executor,
  sellerId: string,
  { only = null, limit = null }: { only?: readonly string[] | null; limit?: number | null } = {},
): Promise<{ listings: WaitingListing[]; total: number }> {
  const isLapsed = sql<boolean>`${listingTable.lapsedAt} is not null`;
  const query = executor
    .select({
      id: listingTable.id,
      name: listingTable.name,
      isLapsed,
      vin: listingTable.vin,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(listingTable)
    .innerJoin(listingConfirmationTable, withConfirmation)
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        only === null
          ? undefined
          : sql`${listingTable.id}::text = any(${sql.param([...only])}::text[])`,
        isListed,
        sql`${listingTable.saleReversedAt} is null`,
        sql`(${listingTable.lapsedAt} is not null or ${validReminder} is not null)`,
        sql`not ${isBooked}`,
      ),
    )
    .orderBy(isLapsed, listingTable.name, listingTable.id);
  const rows = await (limit === null ? query : query.limit(limit));
  return {
    listings: rows.map(({ total: _total, ...listing }) => listing),
    total: rows[0]?.total ?? 0,
  };
}
