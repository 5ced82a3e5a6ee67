import type Stripe from "stripe";
import { aListing, anAccount } from "#testing/builders.ts";
import { cards, confirmWithCard, intentIdOf, type CardIntent } from "./card-calls.ts";
import type { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type User = Awaited<ReturnType<typeof anAccount>>;

/** A held car, booked through the API. */
export async function aHeldCar(
  shop: Shop,
  given: { seller?: User; buyer?: User; priceMinor?: number } = {},
) {
  const seller = given.seller ?? (await anAccount(shop.deps, { role: "Seller" }));
  const buyer = given.buyer ?? (await anAccount(shop.deps, { role: "Buyer" }));
  const resalePriceMinor = given.priceMinor ?? 2_000_000;
  const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor });
  const bookingId = await book(shop, buyer, car);
  return { seller, buyer, car, bookingId };
}

/** Books a car through the API. */
export async function book(
  shop: Shop,
  buyer: User,
  car: { id: string; name: string; resalePriceMinor: number },
): Promise<string> {
  const { body } = await shop.call("POST", "/api/bookings", {
    token: buyer.token,
    body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
  });
  if (!body.insertedId) throw new Error(`not booked: ${JSON.stringify(body)}`);
  return body.insertedId as string;
}

/** Requests the intent of a booking; the default price is 20,000. */
export function askIntent(shop: Shop, token: string, bookingId: string, price = 20_000) {
  return shop.call("POST", "/api/create-payment-intent", { token, body: { bookingId, price } });
}

/** Requests the intent and expects success. */
export async function openIntent(shop: Shop, token: string, bookingId: string, price = 20_000) {
  const { status, body } = await askIntent(shop, token, bookingId, price);
  if (status !== 200) throw new Error(`no intent: ${status} ${JSON.stringify(body)}`);
  const { clientSecret, publishableKey } = body as { clientSecret: string; publishableKey: string };
  return { id: intentIdOf(clientSecret), clientSecret, publishableKey };
}

/** Pays like a browser. Returns the provider's answer. */
export function payWithCard(shop: Shop, intent: CardIntent, number: string = cards.good) {
  const returnUrl = "http://localhost:3000/dashboard/payment/x";
  return confirmWithCard({ providerUrl: shop.simulator!.address, returnUrl }, intent, number);
}

/** Events of an intent, its refunds and its disputes, oldest first. */
export async function eventsOf(shop: Shop, intentId: string): Promise<Stripe.Event[]> {
  const events = await shop.simulator!.control.events();
  return events.filter(({ data: { object } }) => {
    const { id, payment_intent: intent } = object as { id: string; payment_intent?: unknown };
    return id === intentId || intent === intentId;
  });
}

/** Posts events to the webhook in this order. Returns the statuses. */
export async function deliver(shop: Shop, events: (Stripe.Event | string)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const event of events) {
    const { body, signature } = await shop.simulator!.control.sign(event);
    statuses.push(await postWebhook(shop, body, signature));
  }
  return statuses;
}

/** Posts a body with a signature to the webhook. */
export async function postWebhook(shop: Shop, payload: string, signature: string): Promise<number> {
  const { status } = await shop.call("POST", "/api/payments/webhook", {
    body: payload,
    headers: { "stripe-signature": signature, "content-type": "application/json" },
  });
  return status;
}

/** The booking, as shown to its buyer. */
export async function readBooking(shop: Shop, token: string, bookingId: string) {
  return (await shop.call("GET", `/api/bookings/${bookingId}`, { token })).body;
}
