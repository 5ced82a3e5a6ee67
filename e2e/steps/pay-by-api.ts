import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { cards, confirmWithCard } from "#testing/payments/card-calls.ts";
import type { Car, Account, Shop } from "./shop.ts";

export type Sale = { seller: Account; buyer: Account; car: Car; booking: string };

/** Books and pays a car with the API requests that the pages make. */
export async function sell(shop: Shop, number: string = cards.good): Promise<Sale> {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  const booking = await shop.book(buyer, car);
  await payByApi(shop, { buyer, car, booking }, number);
  return { seller, buyer, car, booking };
}

/** Starts a payment and returns what a browser needs to continue. */
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

async function payByApi(
  shop: Shop,
  order: Pick<Sale, "buyer" | "car" | "booking">,
  number: string,
): Promise<void> {
  const intent = await beginPayment(shop, order);
  const at = { providerUrl: shop.address, returnUrl: shop.address };
  const { status, error } = await confirmWithCard(at, intent, number);
  if (status !== "succeeded") throw new Error(`The payment is ${error?.code ?? status}.`);
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
