import { sql } from "drizzle-orm";
import type { CarEventKind } from "#shared/car-history/car-event.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carEventTable } from "./car-event-table.ts";
import { isCurrentKey } from "./car-keys.ts";
import { vinClaimTable } from "./vin-claim-table.ts";

/** A listing and the keys of `carKeysOf` in hexadecimal digits. */
export type CarKeys = { listingId: string; keys: readonly string[] };

/** Adds to the history by which keys cars are found again. Keys that a listing has already are left out. */
export async function recordCarKeys(tx: Executor, cars: readonly CarKeys[]): Promise<void> {
  const rows = cars.flatMap(({ listingId, keys }) =>
    keys.filter(isCurrentKey).map((key) => ({ listingId, key })),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${carEventTable} (listing_id, car_key, kind)
    select distinct listing_id, car_key, 'identified' from (
      select "listingId" as listing_id, decode(key, 'hex') as car_key
      from json_to_recordset(${JSON.stringify(rows)}::json) as given("listingId" uuid, key text)
    ) as stated
    where not exists (select from ${carEventTable} as known
      where known.listing_id = stated.listing_id and known.car_key = stated.car_key)`);
}

/** An event of a car, whose price is in minor units. */
export type CarEventRow = {
  id: string;
  listingId: string;
  kind: CarEventKind;
  priceMinor: number | null;
  at: Date;
};

/** Of a car with more, the first and the last ones are read, so that neither end can be pushed out. */
const mostEvents = 500;

// A key of 32 bytes is that of a VIN (`carKeysOf`).
const isVin = sql.raw("octet_length(car_key) = 32");
const isVinOfEvent = sql.raw("octet_length(event.car_key) = 32");
// Kind 1 joined the cars of different sellers.
const isRead = sql`(${isVinOfEvent} or get_byte(event.car_key, 0) <> 1)`;
const unconfirmed = sql`left join ${vinClaimTable} as claim
  on claim.listing_id = event.listing_id and claim.car_key = event.car_key and claim.status <> 'confirmed'`;

/**
 * What happened to a car: with this listing, and with every other one that has had a key of it. Listings with different
 * VINs are different cars, whatever else they share. One whose claim of the VIN is not confirmed is only shown with others
 * of its seller. Oldest first, at most `mostEvents`.
 */
export async function readCarEvents(executor: Executor, listingId: string): Promise<CarEventRow[]> {
  const { rows } = await executor.execute<{
    id: string;
    listing_id: string;
    kind: CarEventKind;
    price_minor: string | null;
    at: string;
  }>(sql`
    with own as (
      select distinct event.car_key, claim.seller_id as claimant
      from ${carEventTable} as event ${unconfirmed}
      where event.listing_id = ${listingId} and event.car_key is not null and ${isRead}
    ), same_car as (
      select event.listing_id, bool_or(${isVinOfEvent}) as by_vin
      from own join ${carEventTable} as event on event.car_key = own.car_key ${unconfirmed}
      where claim.seller_id is not distinct from own.claimant
      group by event.listing_id
    ), happened as (
      select id, listing_id, kind, price_minor, at,
        row_number() over (order by at, id) as nth, count(*) over () as total
      from ${carEventTable}
      where (listing_id = ${listingId} or listing_id in (
          select listing_id from same_car where by_vin
            or not exists (select from own where ${isVin})
            or not exists (select from ${carEventTable} as theirs
              where theirs.listing_id = same_car.listing_id and ${isVin})))
        and not (kind = 'identified' and not ${isVin})
    )
    select id, listing_id, kind, price_minor, (extract(epoch from at) * 1000)::bigint as at
    from happened where least(nth, total + 1 - nth) <= ${mostEvents / 2} order by nth`);
  return rows.map(({ id, listing_id, kind, price_minor, at }) => ({
    id,
    listingId: listing_id,
    kind,
    priceMinor: price_minor === null ? null : Number(price_minor),
    at: new Date(Number(at)),
  }));
}
