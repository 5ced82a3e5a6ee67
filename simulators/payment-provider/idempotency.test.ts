import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestSimulator,
  errorOf,
  sdkFor,
  testKeys,
} from "#testing/payments/test-simulator.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let stripe: Stripe;
beforeAll(async () => {
  test = await createTestSimulator();
  stripe = test.stripe;
});
afterAll(() => test.close());

const params = (amount = 5_000) => ({
  amount,
  currency: "usd",
  allowed_payment_method_types: ["card" as const],
});
const create = (key: string, amount?: number) =>
  stripe.paymentIntents.create(params(amount), { idempotencyKey: key });
const everyIntent = async () => (await stripe.paymentIntents.list({ limit: 100 })).data.length;

describe("an idempotency key", () => {
  it("replays the answer to the same request, also after the object has changed", async () => {
    const first = await create("same");
    await stripe.paymentIntents.cancel(first.id);
    const second = await create("same");
    expect(second).toEqual(first);
    const headers = (answer: Stripe.Response<unknown>) => answer.lastResponse.headers;
    expect(headers(first)["idempotent-replayed"]).toBeUndefined();
    expect(headers(first)["idempotency-key"]).toBe("same");
    expect(headers(second)["idempotent-replayed"]).toBe("true");
    expect(headers(second)["original-request"]).toBe(first.lastResponse.requestId);
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  });

  it("refuses a different body and a different path", async () => {
    const intent = await create("taken");
    const body = await errorOf(create("taken", 6_000));
    expect(body).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
    expect(body.message).toContain("same parameters they were first used with");
    const address = await errorOf(
      stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: "taken" }),
    );
    expect(address).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
    expect(address.message).toContain("for the same endpoint");
  });

  it("takes effect once for concurrent requests; the others are told to retry", async () => {
    const before = await everyIntent();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        create("crowd").then(
          (intent) => intent.id,
          (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.code}`,
        ),
      ),
    );
    const ids = new Set(outcomes.filter((outcome) => outcome.startsWith("pi_")));
    expect(ids.size).toBe(1);
    for (const outcome of outcomes)
      if (!ids.has(outcome)) expect(outcome).toBe("409 idempotency_key_in_use");
    expect(await everyIntent()).toBe(before + 1);
    expect((await create("crowd")).id).toBe([...ids][0]);
  });

  it("can be reused after a request that failed validation", async () => {
    expect((await errorOf(create("mistyped", 1))).code).toBe("amount_too_small");
    expect((await create("mistyped")).amount).toBe(5_000);
  });

  it("stores a decline and an error found during execution", async () => {
    const intent = await create("declining");
    const confirm = (key: string) =>
      errorOf(
        stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: "pm_card_chargeDeclined" },
          { idempotencyKey: key },
        ),
      );
    const first = await confirm("decline");
    const again = await confirm("decline");
    expect(again.charge).toBe(first.charge);
    expect((await confirm("another")).charge).not.toBe(first.charge);
    const missing = () =>
      errorOf(stripe.paymentIntents.cancel("pi_none", {}, { idempotencyKey: "missing" }));
    const one = await missing();
    const two = await missing();
    expect([one.statusCode, two.statusCode]).toEqual([404, 404]);
    expect(two.headers?.["idempotent-replayed"]).toBe("true");
  });

  it("is separate for the secret and the publishable key", async () => {
    const form = {
      type: "card",
      "card[number]": "4242424242424242",
      "card[exp_month]": "12",
      "card[exp_year]": "2040",
      "card[cvc]": "123",
    };
    const headers = { "idempotency-key": "shared" };
    const server = await test.send("/v1/payment_methods", {
      key: testKeys.secretKey,
      form,
      headers,
    });
    const browser = await test.send("/v1/payment_methods", {
      key: testKeys.publishableKey,
      form,
      headers,
    });
    expect([server.status, browser.status]).toEqual([200, 200]);
    expect(browser.body.id).not.toBe(server.body.id);
  });
});

describe("a simulated failure", () => {
  it("before: has no effect, and the same request succeeds afterwards", async () => {
    const before = await everyIntent();
    test.control.fail({ kind: "before", path: "/v1/payment_intents", method: "POST" });
    const error = await errorOf(create("down"));
    expect(error).toMatchObject({ statusCode: 500, type: "StripeAPIError" });
    expect(await everyIntent()).toBe(before);
    expect((await create("down")).status).toBe("requires_payment_method");
    expect(await everyIntent()).toBe(before + 1);
  });

  it("after: takes effect, and the same request returns the result", async () => {
    const before = await everyIntent();
    test.control.fail({ kind: "after", path: "/v1/payment_intents" });
    expect((await errorOf(create("half"))).statusCode).toBe(500);
    expect(await everyIntent()).toBe(before + 1);
    const again = await create("half");
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await everyIntent()).toBe(before + 1);
  });

  it("stored: replays the 500 for the same key", async () => {
    const before = await everyIntent();
    test.control.fail({ kind: "stored" });
    const first = await errorOf(create("kept"));
    const second = await errorOf(create("kept"));
    expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
    expect(second.headers?.["idempotent-replayed"]).toBe("true");
    expect(second.headers?.["stripe-should-retry"]).toBe("false");
    expect(await everyIntent()).toBe(before);
    expect((await create("a new key")).object).toBe("payment_intent");
  });

  it("hang: takes effect and never answers", async () => {
    const before = await everyIntent();
    test.control.fail({ kind: "hang", path: "/v1/payment_intents", times: 1 });
    const error = await errorOf(
      stripe.paymentIntents.create(params(), { idempotencyKey: "silent", timeout: 200 }),
    );
    expect(error.type).toBe("StripeConnectionError");
    expect(await everyIntent()).toBe(before + 1);
    await create("silent");
    expect(await everyIntent()).toBe(before + 1);
  });

  it("applies only to matching requests, the given number of times", async () => {
    test.control.fail({ kind: "before", method: "POST", path: "/cancel", times: 2 });
    const intent = await create("fits");
    const cancel = () => stripe.paymentIntents.cancel(intent.id);
    expect((await errorOf(cancel())).statusCode).toBe(500);
    expect((await errorOf(cancel())).statusCode).toBe(500);
    expect((await cancel()).status).toBe("canceled");
    test.control.fail({ kind: "before", path: "/v1/refunds" });
    test.control.clearFaults();
    expect((await stripe.refunds.list()).data).toEqual([]);
  });

  it("does not stop the SDK's own retry with the same key", async () => {
    const { hostname, port } = new URL(test.simulator.address);
    const before = await everyIntent();
    test.control.fail({ kind: "after", path: "/v1/payment_intents", method: "POST" });
    const patient = sdkFor(`http://${hostname}:${port}`);
    const intent = await patient.paymentIntents.create(params(), { maxNetworkRetries: 2 });
    expect(intent.status).toBe("requires_payment_method");
    expect(await everyIntent()).toBe(before + 1);
  });
});
