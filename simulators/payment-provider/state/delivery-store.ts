import type Stripe from "stripe";
import type { Work } from "./work.ts";

type Db = Pick<Work, "db">;
export type Delivery = { number: string; event: Stripe.Event; attempts: number };

/** Takes due deliveries. Other processes skip them for `leaseSeconds`. */
export async function leaseDue({ db }: Db, limit: number, leaseSeconds: number) {
  const { rows } = await db.query<Delivery>(
    `update payment_simulator.delivery as delivery
     set leased_until = now() + $2 * interval '1 second', attempts = attempts + 1
     from (
       select number from payment_simulator.delivery
       where state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
       order by next_attempt_at, number limit $1 for update skip locked
     ) due, payment_simulator.object as event
     where delivery.number = due.number and event.id = delivery.event
     returning delivery.number, delivery.attempts, event.data as event`,
    [limit, leaseSeconds],
  );
  return rows.sort((a, b) => Number(a.number) - Number(b.number));
}

/** Stores the outcome of an attempt. `retryInMs` null: no further attempt. */
export async function recordAttempt(
  { db }: Db,
  number: string,
  outcome: { delivered: boolean; status: number | null; retryInMs: number | null },
) {
  const state = outcome.delivered ? "delivered" : outcome.retryInMs === null ? "failed" : "pending";
  await db.query(
    `update payment_simulator.delivery set state = $2, last_status = $3, leased_until = null,
       next_attempt_at = now() + $4 * interval '1 millisecond'
     where number = $1 and state <> 'delivered'`,
    [number, state, outcome.status, outcome.retryInMs ?? 0],
  );
}

/** Milliseconds until the next attempt is due, or null. */
export async function nextDueIn({ db }: Db): Promise<number | null> {
  const { rows } = await db.query<{ wait: number | null }>(
    `select (extract(epoch from min(greatest(next_attempt_at, coalesce(leased_until, next_attempt_at))) - now())
       * 1000)::float8 as wait
     from payment_simulator.delivery where state = 'pending'`,
  );
  return rows[0]?.wait ?? null;
}

export type DeliveryState = {
  event: string;
  type: string;
  state: "pending" | "held" | "dropped" | "delivered" | "failed";
  attempts: number;
  lastStatus: number | null;
};

/** Deliveries, oldest first: all of one event, or all undelivered ones. */
export async function listDeliveries({ db }: Db, event: string | null): Promise<DeliveryState[]> {
  const { rows } = await db.query<DeliveryState>(
    `select delivery.event, event.type, delivery.state, delivery.attempts, delivery.last_status as "lastStatus"
     from payment_simulator.delivery join payment_simulator.object as event on event.id = delivery.event
     where case when $1::text is null then delivery.state <> 'delivered' else delivery.event = $1 end
     order by delivery.number`,
    [event],
  );
  return rows;
}

/** Number of pending deliveries for each of these events. */
export async function countPending({ db }: Db, events: string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ event: string; count: number }>(
    `select event, count(*)::int as count from payment_simulator.delivery
     where event = any ($1) and state in ('pending', 'held') group by event`,
    [events],
  );
  return new Map(rows.map((row) => [row.event, row.count]));
}

/** Takes the held or dropped deliveries of an event for a manual release. */
export async function takeReleased({ db }: Db, event: string): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(
    `update payment_simulator.delivery as delivery
     set state = 'pending', attempts = attempts + 1, leased_until = now() + interval '30 seconds'
     from payment_simulator.object as event
     where delivery.event = $1 and event.id = delivery.event and delivery.state in ('held', 'dropped')
     returning delivery.number, delivery.attempts, event.data as event`,
    [event],
  );
  return rows;
}

/** Makes all waiting attempts due now. */
export async function makeAttemptsDue({ db }: Db): Promise<void> {
  await db.query(
    "update payment_simulator.delivery set next_attempt_at = now() where state = 'pending'",
  );
}
