import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { isListed, isOnSale, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable, isLive, isSold } from "./booking-table.ts";

/** A listing that is for sale or reserved, and its VIN. */
export type LiveVin = {
  vin: string;
  listingId: string;
  sellerId: string;
  fingerprint: string | null;
};

/** The most VINs that a transaction locks one by one: PostgreSQL has room for some thousand locks of all transactions. */
const mostVins = 1_000;

/**
 * Locks VINs until the transaction ends, so that of two transactions that list the same car, the second sees the first.
 * In a fixed order, because two batches may have the same ones. With very many VINs, locks every VIN.
 */
export async function lockVins(tx: Executor, vins: readonly string[]): Promise<void> {
  if (vins.length === 0) return;
  const keys = [...new Set(vins)].toSorted();
  if (keys.length > mostVins) return lockEveryVin(tx);
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${everyVin})`);
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('vin ' || vin, 0))
    from unnest(${sql.param(keys)}::text[]) with ordinality as given (vin, position) order by position`);
}

/**
 * Locks every VIN until the transaction ends: waits for the transactions that have locked some, and keeps others from
 * locking any. For what puts many cars on sale at once. Taken after the locks of accounts and cars.
 */
export async function lockEveryVin(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${everyVin})`);
}

const everyVin = sql`hashtextextended('every vin', 0)`;

/**
 * Which of these VINs are live: for sale or reserved, and their seller is not suspended. A database from before this check
 * may have a VIN twice.
 */
export async function listLiveVins(
  executor: Executor,
  vins: readonly string[],
  { except }: { except?: string | undefined } = {},
): Promise<LiveVin[]> {
  if (vins.length === 0) return [];
  const isGone = sql`exists (select from ${bookingTable}
    where ${bookingTable.listingId} = ${listingTable.id} and ${and(isLive, isSold)})`;
  return executor
    .select({
      vin: sql<string>`${listingTable.vin}`,
      listingId: listingTable.id,
      sellerId: listingTable.sellerId,
      fingerprint: listingTable.importFingerprint,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(
      and(
        isNull(accountTable.suspendedAt),
        isNotNull(listingTable.vin),
        sql`${listingTable.vin} = any(${sql.param([...vins])}::text[])`,
        isListed,
        isOnSale,
        sql`not ${isGone}`,
        except === undefined ? undefined : ne(listingTable.id, except),
      ),
    );
}

/** A seller's VINs that another listing has had, whatever became of it. */
export async function listSharedVins(executor: Executor, sellerId: string): Promise<string[]> {
  const other = alias(listingTable, "other");
  const rows = await executor
    .selectDistinct({ vin: sql<string>`${listingTable.vin}` })
    .from(listingTable)
    .innerJoin(other, and(eq(other.vin, listingTable.vin), ne(other.sellerId, sellerId)))
    .where(and(eq(listingTable.sellerId, sellerId), isNotNull(listingTable.vin), isListed));
  return rows.map(({ vin }) => vin);
}
