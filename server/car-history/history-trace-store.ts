import { sql } from "drizzle-orm";
import type { CarEventKind } from "#shared/car-history/car-event.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carHistoryHeadTable } from "./car-event-table.ts";

/**
 * An event that a listing or its bookings tell of and its history lacks, or that only its history has (`isAdded`), or that
 * the last price of its history is another.
 */
export type UnfitEvent = { listingId: string; kind: CarEventKind | "last price"; isAdded: boolean };

const hoursApart = 24;

/** Prices and bookings have logs of their own, with the time of each change. Events are compared with every row. */
const logged = sql`
  select listing_id, case nth when 1 then 'listed' else 'price' end as kind, price_minor, at
  from (select *, row_number() over (partition by listing_id order by id) as nth
    from listing_price_change) as prices
  union all
  select booking.listing_id, happened, case when happened = 'sold' then booking.price_minor end,
    moves.at::timestamptz(3)
  from booking join booking_event as moves on moves.booking_id = booking.id
    cross join lateral car_event_of_booking(from_state, to_state) as happened
  where happened is not null`;

/** Before the first of these events, a change to a listing may be from before the history. */
const begun = sql`
  select min(at) as at from car_event
  where kind in ('advertised', 'unadvertised', 'identified', 'relisted', 'lapsed')`;

/** The last event of each kind that shows in a listing's own row. */
const last = sql`
  select
    max(id) filter (where kind = 'listed') as listed,
    coalesce(max(id) filter (where kind = 'relisted'), 0) as relisted,
    coalesce(max(id) filter (where kind = 'withdrawn'), 0) as withdrawn,
    coalesce(max(id) filter (where kind = 'removed'), 0) as removed,
    coalesce(max(id) filter (where kind = 'lapsed'), 0) as lapsed,
    max(at) filter (where kind = 'withdrawn') as withdrawn_at,
    max(at) filter (where kind = 'removed') as removed_at,
    max(at) filter (where kind = 'lapsed') as lapsed_at,
    max(at) filter (where kind = 'advertised') as advertised_at,
    max(id) filter (where kind = 'sale_reversed') as sale_reversed,
    (array_agg(kind order by id desc) filter (where kind in ('advertised', 'unadvertised')))[1] as advertised,
    coalesce(bool_or(car_key = car_key(listing.vin)), false) as has_vin,
    (array_agg(price_minor order by id desc) filter (where kind in ('listed', 'price', 'relisted')))[1] as added_price,
    (array_agg(price_minor order by at desc, id desc)
      filter (where kind in ('listed', 'price', 'relisted')))[1] as latest_price
  from car_event where listing_id = listing.id`;

/** These times come from other clocks or other moments of the change, so they differ a little. */
const differ = (column: string) =>
  sql.raw(`abs(extract(epoch from listing.${column} - last.${column})) > ${hoursApart * 3_600}`);

/** The kind of event that a listing's own row tells of and its history lacks; null if they agree. */
const shown = sql`
  case
    when last.listed is null then 'listed'
    when listing.withdrawn_at is not null and last.withdrawn <= last.relisted then 'withdrawn'
    when ${differ("withdrawn_at")} then 'withdrawn'
    when listing.removed_at is not null and last.removed <= last.relisted then 'removed'
    when ${differ("removed_at")} then 'removed'
    when listing.sale_reversed_at is not null and last.sale_reversed is null then 'sale_reversed'
    -- An admin's relisting of a removed car is an event even if the car has lapsed meanwhile.
    when listing.lapsed_at is not null and (last.lapsed = 0 or last.lapsed < last.relisted
      and not exists (select from car_event where listing_id = listing.id
        and id between last.lapsed and last.relisted
        and kind in ('withdrawn', 'removed', 'sale_reversed'))) then 'lapsed'
    when ${differ("lapsed_at")} then 'lapsed'
    when coalesce(listing.withdrawn_at, listing.removed_at, listing.sale_reversed_at, listing.lapsed_at) is null
      and greatest(last.withdrawn, last.removed, last.lapsed) > last.relisted then 'relisted'
    when not listing.is_advertised and last.advertised = 'advertised' then 'unadvertised'
    when listing.is_advertised and (last.advertised = 'unadvertised' or last.advertised is null
      and listing.advertised_at > listing.created_at + interval '1 second'
      and listing.advertised_at > begun.at) then 'advertised'
    when last.advertised = 'advertised' and ${differ("advertised_at")} then 'advertised'
    when listing.vin is not null and not last.has_vin then 'identified'
    when (listing.resale_price_minor in (last.added_price, last.latest_price)) is not true then 'last price'
  end`;

/**
 * What only the history has, if prices and bookings would tell of it. Nothing is said about a listing with a booking whose
 * log lacks its beginning, which the shop never makes. Listings are never deleted.
 */
const added = sql`
  select listing_id, kind from (select * from recorded except all select * from logged) as untold
  where kind in ('listed', 'price') or not exists (
    select from booking where booking.listing_id = untold.listing_id
      and not exists (select from booking_event where booking_id = booking.id and from_state is null))
  union all
  select listing_id, kind from car_event
  where not exists (select from listing where id = car_event.listing_id)`;

/**
 * The first event that does not fit what listings, prices and bookings tell; null without any. Nothing is compared before
 * the listings from before the history are added to it.
 */
export async function findUnfitEvent(executor: Executor): Promise<UnfitEvent | null> {
  const { rows } = await executor.execute<{
    listing_id: string;
    kind: UnfitEvent["kind"];
    is_added: boolean;
  }>(sql`
    with recorded as (
      select listing_id, kind, price_minor, at from car_event
      where kind in ('listed', 'price', 'reserved', 'released', 'sold', 'sale_reversed')
    ), logged as (${logged})
    select listing_id, kind, is_added from (
      select listing_id, kind, false as is_added
      from (select * from logged except all select * from recorded) as missing
      union all
      select listing.id, ${shown}, false from listing cross join (${begun}) as begun
        cross join lateral (${last}) as last
      union all
      select listing_id, 'sold', false from booking
      where state = 'paid' and not exists (
        select from car_event where listing_id = booking.listing_id and kind = 'sold')
      union all
      select listing_id, kind, true from (${added}) as added
    ) as faults
    where kind is not null
      and exists (select from ${carHistoryHeadTable} where filled_to is null)
    order by is_added, listing_id, kind limit 1`);
  const [fault] = rows;
  return fault ? { listingId: fault.listing_id, kind: fault.kind, isAdded: fault.is_added } : null;
}
