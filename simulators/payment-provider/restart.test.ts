import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "#testing/eventually.ts";
import {
  createReceiver,
  createTestSimulator,
  errorOf,
  sdkFor,
  testKeys,
} from "#testing/payments/test-simulator.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const params = {
  amount: 4_000_00,
  currency: "usd",
  allowed_payment_method_types: ["card" as const],
};

describe("a restart", () => {
  it("keeps intents, cards, keys, challenges, settings and pending webhooks", async () => {
    const before = await createTestSimulator({}, database);
    const intent = await before.stripe.paymentIntents.create(params, { idempotencyKey: "k" });
    const waiting = await before.stripe.paymentIntents.create({
      ...params,
      confirm: true,
      payment_method: "pm_card_threeDSecure2Required",
      return_url: "https://shop.example/back",
    });
    const method = await before.stripe.paymentMethods.create({
      type: "card",
      card: { number: "4000000000000002", exp_month: 1, exp_year: 2040 },
    });
    await before.control.slowPayments(true);
    await before.close();

    const receiver = await createReceiver();
    const after = await createTestSimulator({ webhookUrl: () => receiver.url }, database);
    try {
      const again = await after.stripe.paymentIntents.create(params, { idempotencyKey: "k" });
      expect(again.id).toBe(intent.id);
      const confirm = after.stripe.paymentIntents.confirm(intent.id, { payment_method: method.id });
      expect((await errorOf(confirm)).decline_code).toBe("generic_decline");
      const path = new URL(waiting.next_action!.redirect_to_url!.url!).pathname;
      expect((await after.send(path, { form: { outcome: "complete" } })).status).toBe(303);
      const challenged = await after.stripe.paymentIntents.retrieve(waiting.id);
      expect(challenged.status).toBe("processing");
      await eventually(async () => expect(await after.control.undelivered()).toEqual([]));
      expect(receiver.types()).toContain("payment_intent.requires_action");
    } finally {
      await after.close();
      await receiver.close();
    }
  });

  it("after kill -9 during many payments, each is complete and every event is delivered", async () => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", childProgram],
      { env: { ...process.env, DATABASE: database.url }, stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const stripe = sdkFor(line.toString().trim());
    const pay = (key: number) =>
      stripe.paymentIntents.create(
        { ...params, confirm: true, payment_method: "pm_card_visa" },
        { idempotencyKey: `payment ${key}` },
      );
    const first = await pay(0);
    const acknowledged: string[] = [];
    const payments = Array.from({ length: 40 }, async (_, key) => {
      const { id } = await pay(key + 1);
      acknowledged.push(id);
      if (acknowledged.length === 5) child.kill("SIGKILL");
    });
    const ends = await Promise.allSettled(payments);
    expect(ends.some(({ status }) => status === "rejected")).toBe(true);

    const receiver = await createReceiver();
    const after = await createTestSimulator({ webhookUrl: () => receiver.url }, database);
    try {
      const { data: intents } = await after.stripe.paymentIntents.list({ limit: 100 });
      const { data: charges } = await after.stripe.charges.list({ limit: 100 });
      expect(intents.map((intent) => intent.id)).toEqual(
        expect.arrayContaining([first.id, ...acknowledged]),
      );
      expect(intents.every((intent) => intent.status === "succeeded")).toBe(true);
      expect(charges.map((charge) => charge.payment_intent).sort()).toEqual(
        intents.map((intent) => intent.id).sort(),
      );
      await vi.waitFor(async () => expect(await after.control.undelivered()).toEqual([]), {
        timeout: 20_000,
      });
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(intents.length * 3);
      // The retry finds the result or creates it, but never twice.
      for (let key = 0; key <= 40; key++)
        await after.stripe.paymentIntents.create(
          { ...params, confirm: true, payment_method: "pm_card_visa" },
          { idempotencyKey: `payment ${key}` },
        );
      expect((await after.stripe.charges.list({ limit: 100 })).data).toHaveLength(41);
    } finally {
      await after.close();
      await receiver.close();
    }
  });
});

it("several processes can start at once on an empty database and send each webhook once", async () => {
  const receiver = await createReceiver();
  const all = await Promise.all(
    Array.from({ length: 4 }, () =>
      createTestSimulator({ webhookUrl: () => receiver.url }, database),
    ),
  );
  try {
    const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
    const intent = await one.stripe.paymentIntents.create(params);
    const confirm = await two.stripe.paymentIntents.confirm(intent.id, {
      payment_method: "pm_card_visa",
    });
    expect(confirm.status).toBe("succeeded");
    await Promise.all(all.map(({ stripe }) => stripe.paymentIntents.create(params)));
    await eventually(async () => expect(await one.control.undelivered()).toEqual([]));
    expect(receiver.received).toHaveLength(3 + 4);
  } finally {
    await Promise.all(all.map((each) => each.close()));
    await receiver.close();
  }
});

it("pending tasks continue by themselves after a delay", async () => {
  const test = await createTestSimulator({ settleAfterMs: 200 }, database);
  try {
    const intent = await test.stripe.paymentIntents.create({
      ...params,
      confirm: true,
      payment_method: "pm_card_pendingRefund",
    });
    const refund = await test.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe("pending");
    await vi.waitFor(
      async () => expect((await test.stripe.refunds.retrieve(refund.id)).status).toBe("succeeded"),
      { timeout: 5_000, interval: 50 },
    );
  } finally {
    await test.close();
  }
});

const childProgram = `
import { startPaymentSimulator } from "#simulators/payment-provider/start-payment-simulator.ts";
const log = { info() {}, warn() {}, error: console.error };
const { address } = await startPaymentSimulator({
  connectionString: process.env.DATABASE,
  ...${JSON.stringify(testKeys)},
  webhookUrl: () => null, publicAddress: () => "http://shop.example", log,
});
console.log(address);
`;
