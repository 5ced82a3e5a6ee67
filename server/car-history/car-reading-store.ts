import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { CarReading } from "#shared/car-history/car-reading.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carReadingTable } from "./car-reading-table.ts";
import { vinClaimTable } from "./vin-claim-table.ts";

const { listingId, carKey, make, year, mileage, unit, at, id } = carReadingTable;
/** What a removed listing said is taken back. With the names of the tables, which columns lack in a query of one table. */
export const keptReading = sql`not exists (select from ${listingTable}
  where ${listingTable}.id = ${carReadingTable}.listing_id and ${listingTable}.removed_at is not null)`;

const isUnconfirmed = and(
  eq(vinClaimTable.listingId, listingId),
  eq(vinClaimTable.carKey, carKey),
  ne(vinClaimTable.status, "confirmed"),
);

/**
 * The readings of the VINs that a listing has had, oldest first, by VIN. Those of listings that an admin removed are
 * left out, and those that its history does not show because a claim is not confirmed (`readCarEvents`).
 */
export async function readReadings(executor: Executor, listing: string): Promise<CarReading[][]> {
  const own = executor
    .selectDistinct({ carKey, claimant: vinClaimTable.sellerId })
    .from(carReadingTable)
    .leftJoin(vinClaimTable, isUnconfirmed)
    .where(eq(listingId, listing))
    .as("own");
  const rows = await executor
    .select({ id, carKey, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .innerJoin(own, eq(own.carKey, carKey))
    .leftJoin(vinClaimTable, isUnconfirmed)
    .where(and(sql`${vinClaimTable.sellerId} is not distinct from ${own.claimant}`, keptReading))
    .orderBy(asc(id))
    .limit(1_000);
  return byCar(rows);
}

/** Readings by id. */
export async function readReadingsById(
  executor: Executor,
  ids: readonly number[],
): Promise<Map<number, CarReading>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

function byCar(rows: readonly (CarReading & { carKey: Buffer })[]): CarReading[][] {
  const cars = new Map<string, CarReading[]>();
  for (const { carKey: key, ...reading } of rows) {
    const readings = cars.get(key.toString("hex"));
    if (readings) readings.push(reading);
    else cars.set(key.toString("hex"), [reading]);
  }
  return [...cars.values()];
}
