import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import type { Car, Person, Shop } from "./shop.ts";

/** The provider's published test cards, by what comes after the payment. */
export const aftermaths = {
  nothing: "4242424242424242",
  dispute: "4000000000000259",
  refundFails: "4000000000005126",
} as const;

export type Sale = { seller: Person; buyer: Person; car: Car; booking: string };

/** A car that is booked and paid, without the browser: the calls that its pages make. */
export async function sell(shop: Shop, number: string = aftermaths.nothing): Promise<Sale> {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  const booking = await shop.book(buyer, car);
  await payByCall(shop, { buyer, car, booking }, number);
  return { seller, buyer, car, booking };
}

/** Begins to pay, and answers what a browser needs to go on. */
export async function beginPayment(
  { address }: Shop,
  { buyer, car, booking }: Pick<Sale, "buyer" | "car" | "booking">,
): Promise<PaymentIntentAnswer> {
  return read(
    fetch(new URL("/api/create-payment-intent", address), {
      method: "POST",
      headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json" },
      body: JSON.stringify({ bookingId: booking, price: car.resalePrice }),
    }),
  );
}

async function payByCall(
  shop: Shop,
  order: Pick<Sale, "buyer" | "car" | "booking">,
  number: string,
): Promise<void> {
  const { clientSecret, publishableKey } = await beginPayment(shop, order);
  const post = (path: string, form: Record<string, string>) =>
    read<{ id: string; status?: string }>(
      fetch(new URL(path, shop.address), {
        method: "POST",
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams(form),
      }),
    );
  const { id } = await post("/v1/payment_methods", {
    type: "card",
    "card[number]": number,
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
  });
  const [intent] = clientSecret.split("_secret_");
  const { status } = await post(`/v1/payment_intents/${intent}/confirm`, {
    payment_method: id,
    client_secret: clientSecret,
    return_url: shop.address,
  });
  if (status !== "succeeded") throw new Error(`The payment is ${status}.`);
  await read(
    fetch(new URL(`/api/bookings/${order.booking}/payment/check`, shop.address), {
      method: "POST",
      headers: { authorization: `Bearer ${order.buyer.token}` },
    }),
  );
}

async function read<Answer>(response: Promise<Response>): Promise<Answer> {
  const answer = await response;
  if (!answer.ok)
    throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
