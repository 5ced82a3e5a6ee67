import { sql, type SQL } from "drizzle-orm";
import Stripe from "stripe";
import type { PaymentIssue } from "#shared/bookings/booking-contract.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import { cards } from "./card-calls.ts";
import { deliver, eventsOf, openIntent, payWithCard, aHeldCar } from "./payments.ts";
import type { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type Given = Parameters<typeof aHeldCar>[1];

/** The shop's account at the provider, like its dashboard, without the product server. */
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

/** All intents of a booking at the provider, newest first. */
export async function intentsOf(shop: Shop, bookingId: string): Promise<Stripe.PaymentIntent[]> {
  const { data } = await providerAccount(shop).paymentIntents.list({ limit: 100 });
  return data.filter((intent) => intent.metadata.marque_booking === bookingId);
}

/** A held car whose buyer has opened the card form. */
export async function aCarBeingPaid(shop: Shop, given: Given = {}) {
  const held = await aHeldCar(shop, given);
  const price = held.car.resalePriceMinor / 100;
  return { ...held, intent: await openIntent(shop, held.buyer.token, held.bookingId, price) };
}

/** A paid car with all events delivered. */
export async function aPaidCar(shop: Shop, card: string = cards.good, given: Given = {}) {
  const begun = await aCarBeingPaid(shop, given);
  await payWithCard(shop, begun.intent, card);
  await deliverAll(shop, begun.intent.id);
  return begun;
}

/** Delivers all events of an intent in order. */
export async function deliverAll(shop: Shop, intentId: string): Promise<number[]> {
  return deliver(shop, await eventsOf(shop, intentId));
}

/** The latest event of an intent with this type. */
export async function eventOf(shop: Shop, intentId: string, type: string): Promise<Stripe.Event> {
  const event = (await eventsOf(shop, intentId)).findLast((one) => one.type === type);
  if (!event) throw new Error(`the provider sent no ${type} of ${intentId}`);
  return event;
}

/** Makes a hold expire. */
export async function lapse(shop: Shop, bookingId: string): Promise<void> {
  await shop.deps.db.execute(
    sql`update booking set expires_at = now() - interval '1 minute' where id = ${bookingId}`,
  );
}

/**
 * Ends a hold without canceling its payment at the provider, as when a restored backup has lost the cancellation. This is
 * the only way to get a late payment.
 */
export async function endHoldUnnoticed(shop: Shop, bookingId: string): Promise<void> {
  await shop.deps.db.execute(
    sql`update booking set state = 'expired', expires_at = now() - interval '1 minute' where id = ${bookingId}`,
  );
  await shop.deps.catalogue.refresh();
}

/** Refunds a booking as an admin. */
export async function refund(shop: Shop, token: string, bookingId: string, body: object = {}) {
  return shop.call("POST", `/api/bookings/${bookingId}/refunds`, {
    token,
    body: { reason: "The car was sold twice elsewhere", ...body },
  });
}

/** The payment of a booking, as shown to admins. */
export async function readMoney(shop: Shop, token: string, bookingId: string) {
  return (await shop.call("GET", `/api/bookings/${bookingId}/payment`, { token })).body;
}

/** Reads rows of the shop's database that no call returns. */
export async function rowsOf<T extends Record<string, unknown>>(shop: Shop, query: SQL) {
  return (await shop.deps.db.execute<T>(query)).rows;
}

/** Bookings with a payment issue: the ids in the filtered list, and the count on the welcome page. */
export async function bookingsWithIssue(shop: Shop, token: string, issue: PaymentIssue) {
  const { body } = await shop.call("GET", `/api/bookings?issue=${issue}&limit=100`, { token });
  const summary = (await shop.call("GET", "/api/dashboard-summary", { token })).body;
  return {
    ids: (body as { _id: string }[]).map(({ _id }) => _id),
    counted: (issue === "disputed" ? summary.disputedPayments : summary.failedRefunds) as number,
  };
}
