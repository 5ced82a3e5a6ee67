import type { Pool } from "pg";
import { bookingMoves, isPaid, type BookingState } from "#shared/bookings/booking.ts";
import type { ListingStatus } from "#shared/listings/listing.ts";
import type { ProviderState } from "./provider-fixture.ts";

type Line = [kind: string, from: string | null, to: string];
type SeenRefund = {
  id: string;
  providerId: string | null;
  minor: number;
  status: string;
  cause: string;
};
type SeenDispute = { id: string; status: string; isOpen: boolean; minor: number };
type SeenPayment = {
  id: string;
  bookingId: string | null;
  intentId: string | null;
  status: string;
  captured: number;
  quarantine: string | null;
  log: Line[];
  refunds: SeenRefund[];
  disputes: SeenDispute[];
};
type SeenBooking = {
  id: string;
  car: string;
  state: BookingState;
  lapsed: boolean;
  dueNow: number;
  log: [from: BookingState | null, to: BookingState][];
  receipts: number;
};
type SeenCar = { id: string; withdrawn: boolean; removed: boolean; undone: boolean };
/** The shop's records of some cars and of the provider's intents. */
export type Records = { cars: SeenCar[]; bookings: SeenBooking[]; payments: SeenPayment[] };

/** Reads the records with separate SQL. */
export async function readRecords(pool: Pool, cars: string[], intents: string[]): Promise<Records> {
  const { rows } = await pool.query<Records>(
    `select
      (select coalesce(json_agg(car), '[]') from (
        select id, withdrawn_at is not null as withdrawn, removed_at is not null as removed, sale_reversed_at is not null as undone
        from listing where id = any($1)) as car) as cars,
      (select coalesce(json_agg(one), '[]') from (
        select id, listing_id as car, state, expires_at <= now() as lapsed, due_now_minor as "dueNow",
          (select json_agg(json_build_array(from_state, to_state) order by id) from booking_event where booking_id = booking.id) as log,
          (select count(*) from receipt where booking_id = booking.id) as receipts
        from booking where listing_id = any($1) order by created_at) as one) as bookings,
      (select coalesce(json_agg(one), '[]') from (
        select id, booking_id as "bookingId", intent_id as "intentId", status, captured_minor as captured, quarantine_reason as quarantine,
          (select json_agg(json_build_array(kind, from_status, to_status) order by id) from payment_log where payment_id = payment.id) as log,
          (select coalesce(json_agg(json_build_object('id', id, 'providerId', provider_id, 'minor', amount_minor, 'status', status, 'cause', cause)), '[]')
            from refund where payment_id = payment.id) as refunds,
          (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'isOpen', is_open, 'minor', amount_minor)), '[]')
            from dispute where payment_id = payment.id) as disputes
        from payment where booking_id in (select id from booking where listing_id = any($1)) or intent_id = any($2)) as one) as payments`,
    [cars, intents],
  );
  return rows[0]!;
}

const sum = (some: { minor: number }[]) => some.reduce((total, one) => total + one.minor, 0);
const given = (some: SeenRefund[]) =>
  some.filter((one) => one.status !== "failed" && one.status !== "canceled");
const isLive = ({ state }: SeenBooking) =>
  state === "held" || state === "releasing" || isPaid(state);

/** The status that every reader of the listing must see. */
export function statusByRecords({ cars, bookings }: Records, id: string): ListingStatus {
  const car = cars.find((one) => one.id === id)!;
  if (car.removed) return "removed";
  if (car.withdrawn) return "withdrawn";
  const live = bookings.find(
    (one) => one.car === id && isLive(one) && !(one.state === "held" && one.lapsed),
  );
  if (live) return isPaid(live.state) ? "sold" : "reserved";
  return car.undone ? "off_sale" : "available";
}

/** Amount owed to a buyer: the payment bought no car, and a refund failed and was not repeated. */
export function amountOwed({ bookings }: Records, payment: SeenPayment): number {
  const { refunds, disputes, status, captured } = payment;
  if (status !== "succeeded" || boughtBy(bookings, payment)) return 0;
  const lost = disputes.filter((one) => one.status === "lost");
  const missing = captured - sum(given(refunds)) - sum(lost);
  const failed = refunds.some(
    // A refund that the provider refused can be repeated.
    (one) => one.status === "failed" && !one.providerId?.startsWith("refused-"),
  );
  return failed ? Math.max(0, missing) : 0;
}

function boughtBy(bookings: SeenBooking[], payment: SeenPayment): SeenBooking | undefined {
  if (payment.quarantine !== null || payment.refunds.some((one) => one.cause !== "admin")) return;
  return bookings.find((one) => one.id === payment.bookingId && isPaid(one.state));
}

/** Rules violated by the records while the shop is idle. */
export function violations(records: Records, { intents, refunds }: ProviderState): string[] {
  const faults: string[] = [];
  const must = (is: boolean, what: string) => void (is || faults.push(what));
  for (const car of records.cars) {
    const live = records.bookings.filter((one) => one.car === car.id && isLive(one));
    must(live.length <= 1, `car ${car.id} has ${live.length} live bookings`);
  }
  for (const booking of records.bookings) {
    const name = `booking ${booking.id} (${booking.state})`;
    must(booking.log.at(-1)?.[1] === booking.state, `${name}: its log ends elsewhere`);
    booking.log.forEach(([from, to], place) => {
      const before = booking.log[place - 1]?.[1] ?? null;
      // Relisting the car is logged without a change of state.
      const stays: BookingState[] = from === "refunded" ? [from] : [];
      const moves = from === null ? ["held"] : [...bookingMoves[from], ...stays];
      must(
        from === before && moves.includes(to),
        `${name}: logged ${from} → ${to} after ${before}`,
      );
    });
    const wasPaid = booking.log.some(([, to]) => to === "paid");
    must(booking.receipts === (wasPaid ? 1 : 0), `${name}: ${booking.receipts} receipts`);
    const payments = records.payments.filter((one) => boughtBy([booking], one));
    if (isPaid(booking.state)) {
      const bought = payments.filter((one) => one.status === "succeeded");
      must(bought.length === 1, `${name}: ${bought.length} payments bought it`);
      const intent = intents.find((one) => one.id === bought[0]?.intentId);
      must(
        intent?.status === "succeeded" &&
          intent.capturedMinor === booking.dueNow &&
          intent.currency === "USD" &&
          intent.bookingId === booking.id,
        `${name}: the provider has not this money: ${JSON.stringify(intent)}`,
      );
      const back = bought.flatMap((one) => one.refunds).filter((one) => one.status === "succeeded");
      must(sum(back) < booking.dueNow, `${name}: all of it was refunded`);
      const whole = booking.state === "paid";
      must(whole === (sum(back) === 0), `${name}: ${sum(back)} was refunded`);
    }
  }
  for (const payment of records.payments) checkPayment(payment);
  for (const intent of intents) {
    const back = refunds.filter((one) => one.intentId === intent.id && one.status !== "failed");
    const minor = back.reduce((total, one) => total + one.amountMinor, 0);
    must(minor <= intent.capturedMinor, `${intent.id}: refunded ${minor} at the provider`);
  }
  return faults;

  function checkPayment(payment: SeenPayment) {
    const name = `payment ${payment.id} (${payment.status}, ${payment.quarantine})`;
    const lines = payment.log.filter(([kind]) => kind === "payment");
    must(lines.at(-1)?.[2] === payment.status, `${name}: its log ends elsewhere`);
    lines.forEach(([, from], place) => {
      must(from === (lines[place - 1]?.[2] ?? null), `${name}: its log has a gap at ${from}`);
    });
    const tally: Record<string, number> = {};
    for (const [kind, from, to] of payment.log) {
      // A failed refund without further effect is logged too.
      if (kind !== "refund" || from === to) continue;
      tally[to] = (tally[to] ?? 0) + 1;
      if (from !== null) tally[from] = (tally[from] ?? 0) - 1;
    }
    for (const { status } of payment.refunds) tally[status] = (tally[status] ?? 0) - 1;
    must(
      Object.values(tally).every((count) => count === 0),
      `${name}: its refunds' log ${JSON.stringify(tally)}`,
    );
    const back = sum(given(payment.refunds));
    must(back <= payment.captured, `${name}: ${back} of ${payment.captured} goes back`);
    if (payment.status !== "succeeded") return;
    const intent = intents.find((one) => one.id === payment.intentId);
    must(intent?.status === "succeeded", `${name}: the provider says ${intent?.status}`);
    must(intent?.capturedMinor === payment.captured, `${name}: captured ${intent?.capturedMinor}`);
    const lost = sum(payment.disputes.filter((one) => one.status === "lost"));
    const isKept = back + lost + amountOwed(records, payment) < payment.captured;
    must(!isKept || !!boughtBy(records.bookings, payment), `${name}: money kept for no car`);
  }
}
