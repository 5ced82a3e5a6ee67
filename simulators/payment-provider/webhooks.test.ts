import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReceiver, createTestSimulator, testKeys } from "#testing/payments/test-simulator.ts";

let receiver: Awaited<ReturnType<typeof createReceiver>>;
let test: Awaited<ReturnType<typeof createTestSimulator>>;
beforeEach(async () => {
  receiver = await createReceiver();
  test = await createTestSimulator({ webhookUrl: () => receiver.url, webhookTimeoutMs: 300 });
});
afterEach(async () => {
  await test.close();
  await receiver.close();
});

const newIntent = (more: object = {}) =>
  test.stripe.paymentIntents.create({
    amount: 100_00,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    ...more,
  });
const pay = () => newIntent({ confirm: true, payment_method: "pm_card_visa" });
const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), {
    timeout: 5_000,
    interval: 5,
  });
const settled = (count: number) =>
  vi.waitFor(async () => expect(await test.control.undelivered()).toHaveLength(count), {
    timeout: 5_000,
  });

describe("webhooks", () => {
  it("are sent immediately", async () => {
    const patient = await createTestSimulator({
      webhookUrl: () => receiver.url,
      webhookLookMs: 600_000,
    });
    await patient.stripe.paymentIntents.create({ amount: 100_00, currency: "usd" });
    await arrived(1);
    await patient.close();
  });

  it("have a signature that the SDK accepts, and the same event as the API", async () => {
    const intent = await pay();
    await arrived(3);
    expect(receiver.types().sort()).toEqual([
      "charge.succeeded",
      "payment_intent.created",
      "payment_intent.succeeded",
    ]);
    await settled(0);
    for (const { body, signature } of receiver.received) {
      expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      const { webhookSecret } = testKeys;
      const event = test.stripe.webhooks.constructEvent(body, signature, webhookSecret);
      expect(event.api_version).toBe(Stripe.API_VERSION);
      const read = await test.stripe.events.retrieve(event.id);
      expect({ ...event, pending_webhooks: 0 }).toEqual({ ...read });
      expect(read.request?.id).toBe(intent.lastResponse.requestId);
      expect(() =>
        test.stripe.webhooks.constructEvent(body + " ", signature, webhookSecret),
      ).toThrow(/signature/);
    }
    const list = await test.stripe.events.list({ type: "payment_intent.succeeded" });
    expect(list.data.map((event) => event.data.object)).toEqual([
      await test.stripe.paymentIntents.retrieve(intent.id),
    ]);
    const some = await test.stripe.events.list({ types: ["charge.*", "payment_intent.created"] });
    expect(some.data.map((event) => event.type)).toEqual([
      "charge.succeeded",
      "payment_intent.created",
    ]);
  });

  it("are retried with increasing delays if they are refused or time out", async () => {
    receiver.replyWith((count) => ([500, 302, "never", 404] as const)[count - 1] ?? 200);
    const intent = await newIntent();
    await arrived(5);
    await settled(0);
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).toBe(1);
    const [event] = await test.control.events({ intent: intent.id });
    expect(await test.control.deliveries(event!.id)).toEqual([
      {
        event: event!.id,
        type: "payment_intent.created",
        state: "delivered",
        attempts: 5,
        lastStatus: 200,
      },
    ]);
    const times = receiver.received.map(({ at }) => at);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(15);
    expect(times[4]! - times[3]!).toBeGreaterThanOrEqual(100);
  });

  it("to a receiver that hangs do not delay others", async () => {
    const patient = await createTestSimulator({
      webhookUrl: () => receiver.url,
      webhookTimeoutMs: 60_000,
    });
    receiver.replyWith((count) => (count === 1 ? "never" : 200));
    const amount = { amount: 100_00, currency: "usd" };
    await patient.stripe.paymentIntents.create(amount);
    await arrived(1);
    await patient.stripe.paymentIntents.create(amount);
    await arrived(2);
    await patient.close();
  });
});

describe("the webhook mode", () => {
  it("hold: events can be released in another order", async () => {
    await test.control.webhooks({ mode: "hold" });
    const intent = await pay();
    const events = await test.control.events({ intent: intent.id });
    expect((await test.control.undelivered()).map(({ state }) => state)).toEqual(
      Array(3).fill("held"),
    );
    expect((await test.stripe.events.retrieve(events[0]!.id)).pending_webhooks).toBe(1);
    const order = [...events].reverse().map((event) => event.id);
    receiver.replyWith((count) => (count === 2 ? 503 : 200));
    const released = await test.control.release(order);
    expect(released.map(({ event, statuses }) => [event, statuses])).toEqual([
      [order[0], [200]],
      [order[1], [503]],
      [order[2], [200]],
    ]);
    expect(receiver.types().slice(0, 3)).toEqual([...events].reverse().map(({ type }) => type));
    await arrived(4);
    await settled(0);
    await test.control.webhooks({ mode: "normal" });
    await newIntent();
    await arrived(5);
  });

  it("drop: events can be released later", async () => {
    await test.control.webhooks({ mode: "drop", types: ["payment_intent.succeeded"] });
    const intent = await pay();
    await arrived(2);
    await settled(1);
    expect(receiver.types()).not.toContain("payment_intent.succeeded");
    const [lost] = await test.control.undelivered();
    expect(lost).toMatchObject({ type: "payment_intent.succeeded", state: "dropped" });
    expect((await test.stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
    await test.control.release([lost!.event]);
    expect(receiver.types()).toContain("payment_intent.succeeded");
  });

  it("duplicate: sends an event three times at once", async () => {
    await test.control.webhooks({ mode: "duplicate", times: 3 });
    await newIntent();
    await arrived(3);
    await settled(0);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it("delay: sends later, or immediately on request", async () => {
    await test.control.webhooks({ mode: "delay", milliseconds: 250 });
    const start = Date.now();
    await newIntent();
    await arrived(1);
    expect(receiver.received[0]!.at - start).toBeGreaterThanOrEqual(240);
    await test.control.webhooks({ mode: "delay", milliseconds: 60_000 });
    await newIntent();
    await test.control.retryNow();
    await arrived(2);
  });

  it("events can be signed with any timestamp", async () => {
    const intent = await newIntent();
    const [event] = await test.control.events({ intent: intent.id });
    const threeDaysAgo = Math.floor(Date.now() / 1000) - 3 * 86_400;
    const old = await test.control.sign(event!.id, threeDaysAgo);
    const { webhookSecret } = testKeys;
    expect(() =>
      test.stripe.webhooks.constructEvent(old.body, old.signature, webhookSecret),
    ).toThrow(/tolerance/);
    const now = await test.control.sign({ ...event!, type: "plan.created" } as Stripe.Event);
    expect(test.stripe.webhooks.constructEvent(now.body, now.signature, webhookSecret).type).toBe(
      "plan.created",
    );
  });
});

it("payments in processing end with the requested outcome", async () => {
  await test.control.slowPayments(true);
  const one = await pay();
  const two = await pay();
  expect(one).toMatchObject({ status: "processing", processing: { type: "card" } });
  await test.control.finishPayment(one.id, "succeeded");
  await test.control.finishPayment(two.id, "failed");
  const statusOf = async (intent: Stripe.PaymentIntent) =>
    (await test.stripe.paymentIntents.retrieve(intent.id)).status;
  expect(await statusOf(one)).toBe("succeeded");
  expect(await statusOf(two)).toBe("requires_payment_method");
  expect(await test.control.finishPayment(two.id, "succeeded")).toBeNull();
  const three = await pay();
  expect((await test.stripe.paymentIntents.cancel(three.id)).status).toBe("canceled");
  expect(await test.control.settleAll()).toBe(0);
});

it("the control API works over HTTP with the secret key", async () => {
  async function control(name: string, body: object = {}) {
    const response = await fetch(`${test.simulator.address}/v1/test_helpers/simulator/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${testKeys.secretKey}` },
    });
    return { status: response.status, body: await response.json() };
  }
  expect(await control("webhooks", { mode: "hold" })).toEqual({
    status: 200,
    body: { result: null },
  });
  const intent = await pay();
  const undelivered = (await control("undelivered")).body.result;
  expect(undelivered).toHaveLength(3);
  const events = undelivered.map(({ event }: { event: string }) => event);
  expect((await control("release", { events })).body.result).toHaveLength(3);
  expect((await control("events", { intent: intent.id })).body.result).toHaveLength(3);
  expect((await control("sign", { event: events[0] })).body.result.signature).toMatch(/^t=/);
  await control("fail", { kind: "before", path: "/v1/refunds" });
  await expect(test.stripe.refunds.list()).rejects.toThrow(/told to fail/);
  const charge = intent.latest_charge;
  const { result: dispute } = (await control("open-dispute", { charge })).body;
  const closed = await control("close-dispute", { dispute: dispute.id, outcome: "won" });
  expect(closed.body.result.status).toBe("won");
  const refund = await test.stripe.refunds.create({ payment_intent: intent.id });
  const failed = await control("finish-refund", { refund: refund.id, outcome: "failed" });
  expect(failed.body.result.status).toBe("failed");
  for (const name of ["clear-faults", "retry-now", "settle-all"])
    expect((await control(name)).status).toBe(200);
  expect((await control("slow-payments", { on: false })).status).toBe(200);
  expect((await control("deliveries", { event: events[0] })).body.result).toHaveLength(1);
  expect((await control("webhooks", { mode: "loudly" })).status).toBe(400);
  expect((await control("toString")).status).toBe(404);
  expect((await control("finish-payment", { intent: "pi_x", outcome: "failed" })).body).toEqual({
    result: null,
  });
});
