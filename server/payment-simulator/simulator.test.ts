import { afterAll, beforeAll, expect, it } from "vitest";
import Stripe from "stripe";
import { createTestDatabase } from "#testing/test-database.ts";
import { startPaymentSimulator } from "./start-payment-simulator.ts";

let close: () => Promise<void>;
let stripe: Stripe;
let simulator: Awaited<ReturnType<typeof startPaymentSimulator>>;
beforeAll(async () => {
  const database = await createTestDatabase();
  simulator = await startPaymentSimulator({
    connectionString: database.url,
    secretKey: "sk_test_a",
    publishableKey: "pk_test_a",
    webhookSecret: "whsec_a",
    webhookUrl: () => null,
    publicAddress: () => "http://shop.example",
    log: console,
    settleAfterMs: null,
  });
  const { port, hostname } = new URL(simulator.address);
  stripe = new Stripe("sk_test_a", { host: hostname, port: Number(port), protocol: "http" });
  close = async () => {
    await simulator.stop();
    await database.drop();
  };
});
afterAll(() => close());

it("takes a payment from intent to refund", async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 5_000_00,
    currency: "usd",
    metadata: { booking: "b1" },
    allowed_payment_method_types: ["card"],
  });
  expect(intent.status).toBe("requires_payment_method");
  const method = await stripe.paymentMethods.create({
    type: "card",
    card: { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" },
  });
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id });
  expect(paid).toMatchObject({ status: "succeeded", amount_received: 5_000_00 });
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  expect(refund).toMatchObject({ status: "succeeded", amount: 100 });
  const events = await stripe.events.list({ limit: 100 });
  expect(events.data.map((event) => event.type)).toEqual([
    "charge.refunded",
    "refund.created",
    "payment_intent.succeeded",
    "charge.succeeded",
    "payment_intent.created",
  ]);
});
