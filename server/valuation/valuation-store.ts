import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { isListed, isOffSale, isOnSale, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { valuationVersionTable as versions } from "./valuation-table.ts";

/** A price that a car was sold at earlier says little about today's. */
const oldestSaleDays = 180;

/**
 * The cars whose prices count: on sale, reserved, or sold in the last half year. What was withdrawn or removed, what has
 * lapsed, a sale that a refund undid, and what a suspended or deleted seller offers, does not. Rows that an import
 * quarantined are no listings.
 */
export async function readPricedListings(executor: Executor) {
  return executor
    .select({
      id: listingTable.id,
      priceMinor: listingTable.resalePriceMinor,
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      year: listingTable.year,
      mileage: listingTable.mileage,
      mileageUnit: listingTable.mileageUnit,
      fuel: listingTable.fuel,
      transmission: listingTable.transmission,
      engineSizeCc: listingTable.engineSizeCc,
      fuelEconomy: listingTable.fuelEconomy,
      fuelEconomyUnit: listingTable.fuelEconomyUnit,
      annualTaxMinor: listingTable.annualTaxMinor,
      condition: listingTable.condition,
      createdAt: listingTable.createdAt,
      isSold: sql<boolean>`exists (select from ${bookingTable}
        where ${bookingTable.listingId} = ${listingTable.id} and ${isSold})`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(counts);
}

const counts = and(
  isListed,
  isOnSale,
  isNull(accountTable.suspendedAt),
  isNull(accountTable.deletedAt),
  sql`not exists (select from ${bookingTable}
    where ${bookingTable.listingId} = ${listingTable.id} and ${isSold}
      and ${bookingTable.paymentBegunAt} < now() - make_interval(days => ${oldestSaleDays}))`,
);

/** How many cars count, and how many of them are new or changed since, or were sold. */
export async function countStock(
  executor: Executor,
  since: Date | null,
): Promise<{ listings: number; changed: number }> {
  const after = since ?? new Date(0);
  const [row] = await executor
    .select({
      listings: count(),
      changed: sql<number>`count(*) filter (where ${or(
        gt(listingTable.createdAt, after),
        gt(listingTable.updatedAt, after),
        sql`exists (
          select from ${bookingTable}
          where ${eq(bookingTable.listingId, listingTable.id)} and ${eq(bookingTable.state, "paid")}
            and ${gt(bookingTable.paymentBegunAt, after)})`,
      )})`.mapWith(Number),
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(counts);
  return row!;
}

/** What a seller's own listing states and the form for it does not; null if the seller has no such listing. */
export async function readUnseenFacts(
  executor: Executor,
  { id, sellerId }: { id: string; sellerId: string },
) {
  const { fuelEconomy, fuelEconomyUnit, annualTaxMinor } = listingTable;
  const [row] = await executor
    .select({ fuelEconomy, fuelEconomyUnit, annualTaxMinor })
    .from(listingTable)
    .where(
      and(eq(listingTable.id, id), eq(listingTable.sellerId, sellerId), or(isListed, isOffSale)),
    );
  return row ?? null;
}

export type UnseenFacts = NonNullable<Awaited<ReturnType<typeof readUnseenFacts>>>;

/** The newest training, used or not. */
export async function readLastTraining(executor: Executor) {
  const [row] = await executor
    .select({ createdAt: versions.createdAt, listings: versions.listings })
    .from(versions)
    .orderBy(desc(versions.id))
    .limit(1);
  return row ?? null;
}

export async function readUsedVersionId(executor: Executor): Promise<number | null> {
  const [row] = await executor
    .select({ id: versions.id })
    .from(versions)
    .where(eq(versions.isUsed, true))
    .orderBy(desc(versions.id))
    .limit(1);
  return row?.id ?? null;
}

export async function readVersion(executor: Executor, id: number) {
  const [row] = await executor.select().from(versions).where(eq(versions.id, id));
  return row ?? null;
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** The newest versions without their bytes, used or not. */
export async function listVersions(executor: Executor, limit: number) {
  const { id, createdAt, isUsed, listings, stats, note } = versions;
  return executor
    .select({ id, createdAt, isUsed, listings, stats, note })
    .from(versions)
    .orderBy(desc(id))
    .limit(limit);
}

/** Adds a version. If it is used, older ones no longer need their bytes. */
export async function insertVersion(
  executor: Executor,
  values: typeof versions.$inferInsert,
): Promise<number> {
  const [row] = await executor.insert(versions).values(values).returning({ id: versions.id });
  if (values.isUsed)
    await executor
      .update(versions)
      .set({ model: null, labels: null })
      .where(lt(versions.id, row!.id));
  return row!.id;
}
