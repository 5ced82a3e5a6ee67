import type Stripe from "stripe";
import { aListing, anAccount } from "./builders.ts";
import type { createTestApp } from "./test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type Person = Awaited<ReturnType<typeof anAccount>>;

/** The simulator's cards by what they do; see shared/payments/test-cards.ts. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  processingError: "4000000000000119",
  challenge: "4000000000003220",
  refundPending: "4000000000007726",
  refundFails: "4000000000005126",
  disputed: "4000000000000259",
} as const;

/** A booking that its buyer is about to pay for, made through the calls themselves. */
export async function aHeldCar(
  shop: Shop,
  given: { seller?: Person; buyer?: Person; priceMinor?: number } = {},
) {
  const seller = given.seller ?? (await anAccount(shop.deps, { role: "Seller" }));
  const buyer = given.buyer ?? (await anAccount(shop.deps, { role: "Buyer" }));
  const resalePriceMinor = given.priceMinor ?? 2_000_000;
  const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor });
  const bookingId = await book(shop, buyer, car);
  return { seller, buyer, car, bookingId };
}

/** Books a car through the call. */
export async function book(
  shop: Shop,
  buyer: Person,
  car: { id: string; name: string; resalePriceMinor: number },
): Promise<string> {
  const { body } = await shop.call("POST", "/api/bookings", {
    token: buyer.token,
    body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
  });
  if (!body.insertedId) throw new Error(`not booked: ${JSON.stringify(body)}`);
  return body.insertedId as string;
}

/** Asks for the intent of a booking of 20,000. */
export function askIntent(shop: Shop, token: string, bookingId: string, price = 20_000) {
  return shop.call("POST", "/api/create-payment-intent", { token, body: { bookingId, price } });
}

/** The same, where it is known to be answered. */
export async function openIntent(shop: Shop, token: string, bookingId: string, price = 20_000) {
  const { status, body } = await askIntent(shop, token, bookingId, price);
  if (status !== 200) throw new Error(`no intent: ${status} ${JSON.stringify(body)}`);
  const { clientSecret, publishableKey } = body as { clientSecret: string; publishableKey: string };
  return { id: intentIdOf(clientSecret), clientSecret, publishableKey };
}

const intentIdOf = (clientSecret: string) => clientSecret.split("_secret_")[0]!;

/** What a browser does: a payment method of the card, and the intent confirmed with it. Answers the provider's own words. */
export async function payWithCard(
  shop: Shop,
  { id, clientSecret, publishableKey }: Awaited<ReturnType<typeof openIntent>>,
  number: string = cards.good,
): Promise<Stripe.PaymentIntent & { error?: Stripe.StripeRawError }> {
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${shop.simulator!.address}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as never;
  };
  const method = await post("/v1/payment_methods", {
    type: "card",
    "card[number]": number,
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
  });
  if ("error" in method) return method;
  return post(`/v1/payment_intents/${id}/confirm`, {
    payment_method: (method as { id: string }).id,
    client_secret: clientSecret,
    return_url: "http://localhost:3000/dashboard/payment/x",
  });
}

/** The provider's events so far that are of an intent, its refunds or its disputes; oldest first. */
export async function eventsOf(shop: Shop, intentId: string): Promise<Stripe.Event[]> {
  const events = await shop.simulator!.control.events();
  return events.filter(({ data: { object } }) => {
    const { id, payment_intent: intent } = object as { id: string; payment_intent?: unknown };
    return id === intentId || intent === intentId;
  });
}

/** Posts events to the webhook as the provider would, in this order. Answers the statuses. */
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

/** The booking as its buyer reads it. */
export async function readBooking(shop: Shop, token: string, bookingId: string) {
  return (await shop.call("GET", `/api/bookings/${bookingId}`, { token })).body;
}
