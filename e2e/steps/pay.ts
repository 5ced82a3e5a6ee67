import { expect, type Page } from "@playwright/test";
import { openAs } from "./open-page.ts";
import type { Car, Account, Shop } from "./shop.ts";

export type Order = { buyer: Account; seller: Account; car: Car; booking: string };

/** A buyer with a booked car. */
export async function placeOrder(shop: Shop, given: Partial<Car> = {}): Promise<Order> {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller, given);
  return { buyer, seller, car, booking: await shop.book(buyer, car) };
}

/** A buyer with a booked car, on its payment page. */
export async function openPayment(page: Page, shop: Shop): Promise<Order> {
  const order = await placeOrder(shop);
  await openAs(page, order.buyer, paymentPath(order));
  return order;
}

export function paymentPath({ booking }: Pick<Order, "booking">): string {
  return `/dashboard/payment/${booking}`;
}

export function payButton(page: Page) {
  return page.getByRole("button", { name: "Pay", exact: true });
}

/** The error under the form. */
export function refusal(page: Page) {
  return page.getByRole("form", { name: "Card payment" }).getByRole("alert");
}

/** What is left of a new hold. The server tells its time in whole seconds, so at once it is 24 hours. */
export const wholeHold = /\((23 h 5\d|24 h 0) min left\)/;

/** How a page shows the end of a hold: in US English and the browser's time zone. */
export function heldUntil(expiresAt: string, timeZone?: string): string {
  const day = { month: "short", day: "numeric", timeZone } as const;
  const format = new Intl.DateTimeFormat("en-US", { ...day, hour: "numeric", minute: "2-digit" });
  return `Held until ${format.format(new Date(expiresAt)).replace("\u202f", " ")}`;
}

/** Types a card into the form, character by character. */
export async function typeCard(page: Page, number: string): Promise<void> {
  for (const [label, digits] of [
    ["Card number", number],
    ["Expiration date", "1230"],
    ["Security code (CVC)", "123"],
  ] as const) {
    await page.getByLabel(label).fill("");
    await page.getByLabel(label).pressSequentially(digits);
  }
}

export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

/** Responds to the bank's challenge and returns to the shop. */
export async function answerChallenge(page: Page, response: "Complete" | "Fail"): Promise<void> {
  await page.getByRole("button", { name: response }).click();
  await expect(page.getByRole("heading", { name: /^Payment for / })).toBeVisible();
}

export async function expectPaid(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading", { name: "Congrats! your payment completed" }),
  ).toBeVisible();
  await expect(main.getByText("Your transactionId")).toBeVisible();
  await expect(main.getByText(/^pi_\w+$/)).toBeVisible();
}
