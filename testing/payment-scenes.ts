import { sql, type SQL } from "drizzle-orm";
import Stripe from "stripe";
import type { PaymentIssue } from "#shared/bookings/booking-contract.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import { cards } from "./card-calls.ts";
import { deliver, eventsOf, openIntent, payWithCard, aHeldCar } from "./payments.ts";
import type { createTestApp } from "./test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type Given = Parameters<typeof aHeldCar>[1];

/** The shop's account at the provider, as its dashboard would use it: past the product server. */
export function providerAccount(shop: Shop): Stripe {
  const { secretKey } = simulatorKeys(shop.deps.config.AUTH_SECRET!);
  const { hostname, port } = new URL(shop.simulator!.address);
  return new Stripe(secretKey, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: 0,
  });
}

/** Every intent that the provider has of a booking, newest first. */
export async function intentsOf(shop: Shop, bookingId: string): Promise<Stripe.PaymentIntent[]> {
  const { data } = await providerAccount(shop).paymentIntents.list({ limit: 100 });
  return data.filter((intent) => intent.metadata.marque_booking === bookingId);
}

/** A held car whose buyer has the card form open. */
export async function aCarBeingPaid(shop: Shop, given: Given = {}) {
  const held = await aHeldCar(shop, given);
  const price = held.car.resalePriceMinor / 100;
  return { ...held, intent: await openIntent(shop, held.buyer.token, held.bookingId, price) };
}

/** A car that was paid for, with all that the provider sent delivered. */
export async function aPaidCar(shop: Shop, card: string = cards.good, given: Given = {}) {
  const begun = await aCarBeingPaid(shop, given);
  await payWithCard(shop, begun.intent, card);
  await deliverAll(shop, begun.intent.id);
  return begun;
}

/** Delivers every event of an intent so far, in order. */
export async function deliverAll(shop: Shop, intentId: string): Promise<number[]> {
  return deliver(shop, await eventsOf(shop, intentId));
}

/** The latest event of an intent of one type. */
export async function eventOf(shop: Shop, intentId: string, type: string): Promise<Stripe.Event> {
  const event = (await eventsOf(shop, intentId)).findLast((one) => one.type === type);
  if (!event) throw new Error(`the provider sent no ${type} of ${intentId}`);
  return event;
}

/** Lets a hold run out: a day passes. */
export async function lapse(shop: Shop, bookingId: string): Promise<void> {
  await shop.deps.db.execute(
    sql`update booking set expires_at = now() - interval '1 minute' where id = ${bookingId}`,
  );
}

/**
 * Ends a hold without the provider being asked to cancel its payment, as where a cancellation was lost with a restored
 * backup: the only way in which money can come late.
 */
export async function endHoldUnnoticed(shop: Shop, bookingId: string): Promise<void> {
  await shop.deps.db.execute(
    sql`update booking set state = 'expired', expires_at = now() - interval '1 minute' where id = ${bookingId}`,
  );
  await shop.deps.catalogue.refresh();
}

/** An admin gives money back. */
export async function refund(shop: Shop, token: string, bookingId: string, body: object = {}) {
  return shop.call("POST", `/api/bookings/${bookingId}/refunds`, {
    token,
    body: { reason: "The car was sold twice elsewhere", ...body },
  });
}

/** The money of a booking as admins read it. */
export async function readMoney(shop: Shop, token: string, bookingId: string) {
  return (await shop.call("GET", `/api/bookings/${bookingId}/payment`, { token })).body;
}

/** Rows of the shop's database, for what no call shows. */
export async function rowsOf<T extends Record<string, unknown>>(shop: Shop, query: SQL) {
  return (await shop.deps.db.execute<T>(query)).rows;
}

/** Bookings with a payment issue: the ids in the filtered list, and the count on the welcome page. */
export async function bookingsWithIssue(shop: Shop, token: string, issue: PaymentIssue) {
  const { body } = await shop.call("GET", `/api/bookings?issue=${issue}&limit=100`, { token });
  const tasks = (await shop.call("GET", "/api/dashboard-summary", { token })).body;
  return {
    ids: (body as { _id: string }[]).map(({ _id }) => _id),
    counted: (issue === "disputed" ? tasks.disputedPayments : tasks.failedRefunds) as number,
  };
}
