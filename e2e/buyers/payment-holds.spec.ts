import Stripe from "stripe";
import { cards } from "#testing/payments/card-calls.ts";
import { expect, test } from "../shop-test.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import { startTimeout, startShop, type RunningShop } from "../steps/start-shop.ts";
import { open, openAs } from "../steps/open-page.ts";
import { rowOf } from "../steps/locators.ts";
import {
  answerChallenge,
  expectPaid,
  payButton,
  paymentPath,
  payWith,
  placeOrder,
  type Order,
} from "../steps/pay.ts";

// One shop for the file, with holds of 45 seconds and deposits.
test.describe.configure({ mode: "default", timeout: 180_000 });

const secret = "holds-of-45-seconds-and-a-deposit";
const keys = simulatorKeys(secret);
let another: RunningShop;

test.beforeAll(async () => {
  test.setTimeout(startTimeout);
  another = await startShop({
    AUTH_SECRET: secret,
    BOOKING_HOLD_HOURS: "0.0125",
    PAYMENT_CHARGE: "deposit:10",
  });
});
test.afterAll(() => another.stop());

const at = (path: string) => `${another.shop.address}${path}`;

function provider() {
  const { hostname, port } = new URL(another.shop.address);
  return new Stripe(keys.secretKey, { protocol: "http", host: hostname, port, telemetry: false });
}

/** Waits until the hold has expired. */
async function expectExpired(order: Order): Promise<void> {
  await expect
    .poll(async () => (await another.shop.readBooking(order.buyer, order.booking)).state, {
      timeout: 90_000,
      intervals: [1_000],
    })
    .toBe("expired");
}

test(
  "a deposit shows what is paid now and what is due at handover",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    await openAs(page, order.buyer, at(paymentPath(order)));
    const summary = page.getByRole("region", { name: "Order summary" });
    await expect(summary).toContainText("Price$24,500");
    await expect(summary).toContainText("Deposit by card$2,450");
    await expect(summary).toContainText("Due to the seller at handover$22,050");
    await expect(page.getByRole("form")).toContainText("Due now$2,450");
    await payWith(page, cards.good);
    await expectPaid(page);
    await expect(page.getByRole("main")).toContainText("$22,050 is due to the seller at handover.");
    const { transactionId } = await another.shop.readBooking(order.buyer, order.booking);
    const intent = await provider().paymentIntents.retrieve(transactionId!);
    expect(intent.amount_received).toBe(245_000);
  },
);

test(
  "a hold that expires while the page is open is shown as expired, also in My Orders",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    await openAs(page, order.buyer, at(paymentPath(order)));
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByRole("heading", { name: "This hold expired" })).toBeVisible({
      timeout: 90_000,
    });
    await expect(payButton(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Back to My Orders" }).click();
    await expect(rowOf(page, order.car.name)).toContainText("hold expired");
  },
);

test(
  "a challenge completed after the next buyer booked the car charges nothing",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    await openAs(page, order.buyer, at(paymentPath(order)));
    await payWith(page, cards.challengeEachTime);
    await expect(page.getByRole("button", { name: "Complete" })).toBeVisible();
    await expectExpired(order);
    await another.shop.book(await another.shop.signUp("Buyer"), order.car);
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expect(page.getByRole("heading", { name: "This hold expired" })).toBeVisible();
    const { paid } = await another.shop.readBooking(order.buyer, order.booking);
    expect(paid).toBe(false);
  },
);

test(
  "a late payment for a car that is taken is refunded in full, with the reason",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    await openAs(page, order.buyer, at(paymentPath(order)));
    await payWith(page, cards.challengeEachTime);
    await expect(page.getByRole("button", { name: "Complete" })).toBeVisible();
    // The provider reports the payment as canceled, and accepts it afterwards all the same.
    await reportCanceled(order);
    await expectExpired(order);
    await another.shop.book(await another.shop.signUp("Buyer"), order.car);

    await answerChallenge(page, "Complete");
    await expect(page.getByRole("heading", { name: "This payment was refunded" })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole("note")).toContainText(
      "Your payment arrived after your hold had expired, and the car is no longer available.",
    );
    await expect
      .poll(async () => (await another.shop.readBooking(order.buyer, order.booking)).amountRefunded)
      .toBe(2_450);
    await open(page, at("/dashboard/myorders"));
    await expect(rowOf(page, order.car.name).getByText("refunded", { exact: true })).toBeVisible();
    await expect(rowOf(page, order.car.name)).toContainText("$2,450 refunded");
  },
);

/** Sends the provider's signed webhook that the order's payment is canceled. */
async function reportCanceled({ booking }: Order): Promise<void> {
  const stripe = provider();
  const intents = await stripe.paymentIntents.list({ limit: 100 });
  const intent = intents.data.find(({ metadata }) => Object.values(metadata).includes(booking))!;
  const payload = JSON.stringify({
    id: `evt_${intent.id}`,
    object: "event",
    type: "payment_intent.canceled",
    created: Math.floor(Date.now() / 1_000),
    data: { object: { ...intent, status: "canceled" } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: keys.webhookSecret,
  });
  const answer = await fetch(at("/api/payments/webhook"), {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  expect(answer.status).toBe(200);
}
