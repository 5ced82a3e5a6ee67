import { asc, count, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  carEventSealTable,
  carEventTable,
  carEventUnsealedTable,
  carHistoryHeadTable,
} from "./car-event-table.ts";
import type { EventFields } from "./event-hash.ts";

/** The last seal: how many events are sealed, and the chain's hash. */
export type Head = { position: number; hash: Buffer };

/** Where the chain ends; null if its row was deleted. */
export async function findHead(executor: Executor): Promise<Head | null> {
  const [head] = await executor
    .select({ position: carHistoryHeadTable.position, hash: carHistoryHeadTable.hash })
    .from(carHistoryHeadTable);
  return head ?? null;
}

/** The same, for code that cannot go on without it. */
export async function readHead(executor: Executor): Promise<Head> {
  const head = await findHead(executor);
  if (!head) throw new Error("The table car_history_head has no row.");
  return head;
}

/** The same, locked for the transaction; null if another process has locked it. */
export async function lockHead(tx: Executor): Promise<(Head & { filledTo: string | null }) | null> {
  const [head] = await tx
    .select({
      position: carHistoryHeadTable.position,
      hash: carHistoryHeadTable.hash,
      filledTo: carHistoryHeadTable.filledTo,
    })
    .from(carHistoryHeadTable)
    .for("update", { skipLocked: true });
  return head ?? null;
}

/** Whether there is something to seal or to fill in, so that idle processes lock nothing. */
export async function hasWork(executor: Executor): Promise<boolean> {
  const { rows } = await executor.execute<{ has: boolean }>(sql`
    select exists (select from ${carEventUnsealedTable})
      or exists (select from ${carHistoryHeadTable} where filled_to is not null) as has`);
  return rows[0]!.has;
}

/** How many events are not sealed. */
export async function countUnsealed(executor: Executor): Promise<number> {
  const [row] = await executor.select({ events: count() }).from(carEventUnsealedTable);
  return row?.events ?? 0;
}

/** Events that are not sealed, in their order. */
export async function listUnsealed(
  tx: Executor,
  limit: number,
): Promise<{ id: number; hash: Buffer }[]> {
  return tx
    .select({ id: carEventTable.id, hash: carEventTable.hash })
    .from(carEventUnsealedTable)
    .innerJoin(carEventTable, eq(carEventTable.id, carEventUnsealedTable.eventId))
    .orderBy(asc(carEventUnsealedTable.eventId))
    .limit(limit);
}

/** Appends seals to the chain. */
export async function appendSeals(
  tx: Executor,
  seals: readonly { position: number; eventId: number; hash: Buffer }[],
): Promise<void> {
  const last = seals.at(-1);
  if (!last) return;
  // As three arrays, because a statement has at most 65,535 parameters.
  await tx.execute(sql`
    insert into ${carEventSealTable} (position, event_id, hash)
    select * from unnest(
      ${sql.param(seals.map(({ position }) => position))}::bigint[],
      ${sql.param(seals.map(({ eventId }) => eventId))}::bigint[],
      ${sql.param(seals.map(({ hash }) => hash))}::bytea[])`);
  await tx.execute(sql`
    delete from ${carEventUnsealedTable}
    where event_id = any(${sql.param(seals.map(({ eventId }) => eventId))}::bigint[])`);
  await tx.update(carHistoryHeadTable).set({ position: last.position, hash: last.hash });
}

/**
 * Adds the events of the next listings that are older than the history, with the times at which they happened, and
 * returns the last one's id; null if there are none left. Listings that changed in the meantime keep these events too.
 */
export async function fillHistory(
  tx: Executor,
  after: string,
  limit: number,
): Promise<string | null> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with next as (
      select id, vin, resale_price_minor, created_at, withdrawn_at, removed_at from listing
      where id > ${after} order by id limit ${limit}
    ), older as (
      select * from next where not exists (
        select from car_event where listing_id = next.id and kind = 'listed')
    ), happened as (
      select id, 'listed' as kind, coalesce(
          (select price_minor from listing_price_change where listing_id = older.id order by id limit 1),
          resale_price_minor) as price_minor, created_at as at
        from older
      union all
      select older.id, 'price', price_minor, at from older
        cross join lateral (
          select price_minor, at from listing_price_change
          where listing_id = older.id order by id offset 1) as changes
        where not exists (
          select from car_event
          where listing_id = older.id and kind = 'price' and car_event.at = changes.at)
      union all
      select older.id, car_event_of_booking(from_state, to_state),
          case when to_state = 'paid' then booking.price_minor end, moves.at
        from older join booking on booking.listing_id = older.id
        join booking_event as moves on moves.booking_id = booking.id
        where car_event_of_booking(from_state, to_state) is not null and not exists (
          select from car_event where listing_id = older.id
            and kind = car_event_of_booking(from_state, to_state) and car_event.at = moves.at)
      union all
      select id, 'withdrawn', null, withdrawn_at from older
        where withdrawn_at is not null and not exists (
          select from car_event where listing_id = older.id and kind = 'withdrawn')
      union all
      select id, 'removed', null, removed_at from older
        where removed_at is not null and not exists (
          select from car_event where listing_id = older.id and kind = 'removed')
    ), filled as (
      insert into car_event (listing_id, car_key, kind, price_minor, at)
      select happened.id, car_key(older.vin), kind, price_minor, at
      from happened join older on older.id = happened.id order by at, happened.id
    )
    select max(id::text) as last from next`);
  return rows[0]!.last;
}

/** Notes how far the history is filled; null once it is. */
export async function saveFilledTo(tx: Executor, filledTo: string | null): Promise<void> {
  await tx.update(carHistoryHeadTable).set({ filledTo });
}

/** A seal with its event, as they are in the database; the event is null if it is missing. */
export type SealedEvent = {
  position: number;
  eventId: number;
  seal: Buffer;
  event: (EventFields & { hash: Buffer }) | null;
};

/** The next seals after a position, in their order; the first ones after null. */
export async function listSealed(
  executor: Executor,
  after: number | null,
  limit: number,
): Promise<SealedEvent[]> {
  const { id, listingId, carKey, kind, priceMinor, at, hash } = carEventTable;
  const rows = await executor
    .select({
      position: carEventSealTable.position,
      eventId: carEventSealTable.eventId,
      seal: carEventSealTable.hash,
      id: sql<string | null>`${id}::text`,
      listingId: sql<string>`${listingId}::text`,
      carKey: sql<string>`coalesce(encode(${carKey}, 'hex'), '')`,
      kind: sql<string>`${kind}`,
      priceMinor: sql<string>`coalesce(${priceMinor}::text, '')`,
      at: sql<string>`(extract(epoch from ${at}) * 1000)::bigint::text`,
      hash,
    })
    .from(carEventSealTable)
    .leftJoin(carEventTable, eq(id, carEventSealTable.eventId))
    .where(after === null ? undefined : gt(carEventSealTable.position, after))
    .orderBy(asc(carEventSealTable.position))
    .limit(limit);
  return rows.map(({ position, eventId, seal, id: rowId, hash: ofEvent, ...fields }) => ({
    position,
    eventId,
    seal,
    event: rowId === null || ofEvent === null ? null : { id: rowId, hash: ofEvent, ...fields },
  }));
}

/** Events with their hash and where they are in the chain; null until they are sealed. */
export async function listEventSeals(
  executor: Executor,
  eventIds: readonly string[],
): Promise<Map<string, { position: number | null; text: string; hash: string }>> {
  const { rows } = await executor.execute<{
    id: string;
    position: string | null;
    text: string;
    hash: string;
  }>(sql`
    select car_event.id, seal.position, car_event_text(car_event) as text,
      encode(car_event.hash, 'hex') as hash
    from ${carEventTable} left join ${carEventSealTable} as seal on seal.event_id = car_event.id
    where car_event.id = any(${sql.param(eventIds)}::bigint[])`);
  return new Map(
    rows.map(({ id, position, text, hash }) => [
      id,
      { position: position === null ? null : Number(position), text, hash },
    ]),
  );
}

/** The first event that is neither sealed nor waiting to be, or that was altered while it waited; null if there is none. */
export async function findUnsealedFault(
  executor: Executor,
): Promise<{ eventId: number; isAltered: boolean } | null> {
  const { rows } = await executor.execute<{ id: string; altered: boolean }>(sql`
    select id::text, altered from (
      select car_event.id, unsealed.event_id is not null as altered
      from car_event
        left join car_event_seal as seal on seal.event_id = car_event.id
        left join car_event_unsealed as unsealed on unsealed.event_id = car_event.id
      where seal.event_id is null and (unsealed.event_id is null
        or car_event.hash <> sha256(convert_to(car_event_text(car_event), 'UTF8')))
      union all
      select event_id, true from car_event_unsealed as unsealed
      where not exists (select from car_event where id = unsealed.event_id)
    ) as faults order by id limit 1`);
  const [fault] = rows;
  return fault ? { eventId: Number(fault.id), isAltered: fault.altered } : null;
}
