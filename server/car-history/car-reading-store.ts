import { and, asc, inArray, sql } from "drizzle-orm";
import type { CarReading } from "#shared/car-history/car-reading.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carReadingTable } from "./car-reading-table.ts";

const { listingId, carKey, make, year, mileage, unit, at, id } = carReadingTable;
const mostCars = 10_000;
// What a removed listing said is taken back. With the names of the tables, which columns lack in a query of one table.
const isKept = sql`not exists (select from ${listingTable}
  where ${listingTable}.id = ${carReadingTable}.listing_id and ${listingTable}.removed_at is not null)`;

/** The readings of the VINs that a listing has had, oldest first, by VIN. Those of listings that an admin removed are left out. */
export async function readReadings(executor: Executor, listing: string): Promise<CarReading[][]> {
  const keys = executor
    .select({ carKey })
    .from(carReadingTable)
    .where(sql`${listingId} = ${listing}`);
  const rows = await executor
    .select({ id, carKey, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .where(and(inArray(carKey, keys), isKept))
    .orderBy(asc(id))
    .limit(1_000);
  return byCar(rows);
}

/**
 * The readings of VINs with a mileage below any earlier one, or with other brands or years, and a listing in the shop.
 * `flagReadings` decides which are flags: every flag is among these.
 */
export async function listSuspiciousReadings(executor: Executor): Promise<CarReading[][]> {
  const { rows } = await executor.execute<{ key: Buffer }>(sql`
    select car_key as key from (
      select car_key, listing_id, make, year, at, kilometers,
        max(kilometers) over (partition by car_key order by id) - kilometers as below_highest
      from ${carReadingTable}, lateral (
        select case unit when 'mi' then mileage * 1.609344 else mileage end as kilometers) as converted
      where ${isKept}) as reading
    group by car_key
    having (max(below_highest) > 1000 or min(make) <> max(make) or max(year) - min(year) > 1)
      and bool_or(exists (
        select from ${listingTable} where ${listingTable.id} = reading.listing_id and ${isListed}))
    order by max(at) desc limit ${mostCars}`);
  const keys = rows.map(({ key }) => key);
  if (keys.length === 0) return [];
  const readings = await executor
    .select({ id, carKey, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .where(and(inArray(carKey, keys), isKept))
    .orderBy(asc(id));
  return byCar(readings);
}

/** Listings in the shop, by id. */
export async function readNames(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: listingTable.id, name: listingTable.name })
    .from(listingTable)
    .where(sql`${inArray(listingTable.id, [...ids])} and ${isListed}`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

function byCar(rows: readonly (CarReading & { carKey: Buffer })[]): CarReading[][] {
  const cars = new Map<string, CarReading[]>();
  for (const { carKey: key, ...reading } of rows) {
    const known = cars.get(key.toString("hex"));
    if (known) known.push(reading);
    else cars.set(key.toString("hex"), [reading]);
  }
  return [...cars.values()];
}
