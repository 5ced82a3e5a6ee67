import { and, asc, inArray, sql } from "drizzle-orm";
import type { CarReading } from "#shared/car-history/car-reading.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carReadingTable } from "./car-reading-table.ts";

const { listingId, carKey, make, year, mileage, unit, at, id } = carReadingTable;
const mostCars = 200;
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
    .select({ carKey, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .where(and(inArray(carKey, keys), isKept))
    .orderBy(asc(id))
    .limit(1_000);
  return byCar(rows);
}

/** The readings of VINs with a mileage below an earlier one, or of more than one brand or year, and a listing in the shop. */
export async function listSuspiciousReadings(executor: Executor): Promise<CarReading[][]> {
  const { rows } = await executor.execute<{ key: Buffer }>(sql`
    select car_key as key from (
      select car_key, listing_id, at,
        max(case unit when 'mi' then mileage * 1.609344 else mileage end)
          over (partition by car_key order by id) - case unit when 'mi' then mileage * 1.609344 else mileage end as drop,
        first_value(make) over (partition by car_key order by id) <> make as is_other_make,
        abs(first_value(year) over (partition by car_key order by id) - year) > 1 as is_other_year
      from ${carReadingTable} where ${isKept}) as reading
    where (drop > 1000 or is_other_make or is_other_year) and exists (
      select from ${listingTable} where ${listingTable.id} = reading.listing_id and ${isListed})
    group by car_key order by max(at) desc limit ${mostCars}`);
  if (rows.length === 0) return [];
  const readings = await executor
    .select({ carKey, listingId, make, year, mileage, unit, at })
    .from(carReadingTable)
    .where(
      and(
        inArray(
          carKey,
          rows.map(({ key }) => key),
        ),
        isKept,
      ),
    )
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
