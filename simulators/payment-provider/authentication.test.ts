import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestSimulator,
  errorOf,
  sdkFor,
  testKeys,
} from "#testing/payments/test-simulator.ts";
import { isSimulatorPath, startPaymentSimulator } from "./start-payment-simulator.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let intent: Stripe.PaymentIntent;
const key = testKeys.publishableKey;
beforeAll(async () => {
  test = await createTestSimulator();
  intent = await test.stripe.paymentIntents.create({
    amount: 100_00,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    metadata: { booking: "secret of the shop" },
  });
});
afterAll(() => test.close());

const visa = {
  type: "card",
  "card[number]": "4242 4242 4242 4242",
  "card[exp_month]": "11",
  "card[exp_year]": "2041",
  "card[cvc]": "987",
  "billing_details[name]": "Ada Buyer",
};
const at = (path = "") => `/v1/payment_intents/${intent.id}${path}`;

describe("authentication", () => {
  it("answers 401 without a key or with a wrong key", async () => {
    const none = await test.send("/v1/payment_intents");
    expect(none.status).toBe(401);
    expect(none.body.error).toMatchObject({ type: "invalid_request_error" });
    expect(none.body.error.message).toContain("You did not provide an API key.");
    const wrong = await errorOf(
      sdkFor(test.simulator.address, "sk_test_wrong_and_long").balance.retrieve(),
    );
    expect(wrong).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
    expect(wrong.message).toBe("Invalid API Key provided: sk_test_********long");
  });

  it("accepts the key as Basic auth, or from a browser as a parameter", async () => {
    const basic = Buffer.from(`${testKeys.secretKey}:`).toString("base64");
    const headers = { authorization: `Basic ${basic}` };
    expect((await test.send("/v1/account", { headers })).body.object).toBe("account");
    const method = await test.send("/v1/payment_methods", { form: { ...visa, key } });
    expect(method.body.object).toBe("payment_method");
  });

  it("does not allow server calls with the publishable key", async () => {
    const calls = [
      ["/v1/payment_intents", { amount: "100", currency: "usd" }],
      [at("/cancel"), {}],
      [at(), { amount: "1" }],
      ["/v1/refunds", { payment_intent: intent.id }],
    ] as const;
    for (const [path, form] of calls) {
      const { status, body } = await test.send(path, { key, form });
      expect([status, body.error.code]).toEqual([401, "secret_key_required"]);
    }
    for (const path of ["/v1/events", "/v1/charges", "/v1/payment_intents", "/v1/balance"])
      expect((await test.send(path, { key })).body.error.code).toBe("secret_key_required");
    const own = await test.send("/v1/test_helpers/simulator/undelivered", { key, form: {} });
    expect(own.status).toBe(404);
  });
});

describe("a browser with the client secret", () => {
  it("gets its intent without private fields of the shop", async () => {
    const seen = await test.send(at(`?client_secret=${intent.client_secret}`), { key });
    expect(seen.status).toBe(200);
    expect(seen.body).toMatchObject({
      id: intent.id,
      object: "payment_intent",
      amount: 100_00,
      currency: "usd",
      status: "requires_payment_method",
      client_secret: intent.client_secret,
    });
    expect(seen.body).not.toHaveProperty("metadata");
    expect(seen.body).not.toHaveProperty("latest_charge");
  });

  it("cannot read or pay with a missing or wrong secret, or the secret of another intent", async () => {
    const other = await test.stripe.paymentIntents.create({ amount: 100, currency: "usd" });
    const missing = await test.send(at(), { key });
    expect(missing.body.error).toMatchObject({ code: "parameter_missing", param: "client_secret" });
    for (const secret of ["x", other.client_secret!]) {
      const seen = await test.send(at(`?client_secret=${secret}`), { key });
      expect([seen.status, seen.body.error.param]).toEqual([400, "client_secret"]);
      const form = { client_secret: secret, payment_method: "pm_card_visa" };
      expect((await test.send(at("/confirm"), { key, form })).status).toBe(400);
    }
    expect((await test.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull();
  });

  it("can pay with another card after a decline with the provider's message", async () => {
    const type = (number: string) =>
      test.send("/v1/payment_methods", { key, form: { ...visa, "card[number]": number } });
    const confirm = (method: string) =>
      test.send(at("/confirm"), {
        key,
        form: {
          payment_method: method,
          client_secret: intent.client_secret!,
          return_url: "https://shop.example/back",
        },
      });
    const bad = await type("4000000000009995");
    expect(bad.body.card).not.toHaveProperty("fingerprint");
    const declined = await confirm(bad.body.id);
    expect(declined.status).toBe(402);
    expect(declined.body.error).toMatchObject({
      type: "card_error",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card has insufficient funds.",
      payment_intent: { id: intent.id, status: "requires_payment_method" },
    });
    expect(declined.text).not.toContain("secret of the shop");
    expect(declined.text).not.toContain("fingerprint");
    const good = await type("4242424242424242");
    expect(good.body.billing_details.name).toBe("Ada Buyer");
    const paid = await confirm(good.body.id);
    expect([paid.status, paid.body.status]).toEqual([200, "succeeded"]);
  });

  it("can call the API from any origin", async () => {
    const preflight = await fetch(test.simulator.address + "/v1/payment_methods", {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    const answer = await test.send("/v1/payment_methods", { key, form: visa });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toContain("Request-Id");
  });
});

describe("the simulator", () => {
  it("does not start with live keys", async () => {
    const start = (keys: { secretKey: string; publishableKey: string }) =>
      startPaymentSimulator({
        ...testKeys,
        ...keys,
        connectionString: test.database.url,
        webhookUrl: () => null,
        publicAddress: () => "",
        log: { info() {}, warn() {}, error() {} },
      });
    const { secretKey, publishableKey } = testKeys;
    for (const live of ["sk_live_x", "rk_live_x"])
      await expect(start({ secretKey: live, publishableKey })).rejects.toThrow(/live key/);
    await expect(start({ secretKey, publishableKey: "pk_live_x" })).rejects.toThrow(/live key/);
    await expect(start({ secretKey: "", publishableKey })).rejects.toThrow(/test key/);
  });

  it("recognizes its own paths", () => {
    for (const path of ["/v1/payment_methods", "/v1/x?y=1", "/payment-simulator/challenge/a"])
      expect(isSimulatorPath(path)).toBe(true);
    for (const path of ["/", "/v10/x", "/api/v1/x", "/payment-simulators", undefined])
      expect(isSimulatorPath(path)).toBe(false);
  });

  it("answers malformed bodies with an error", async () => {
    const post = (body: string) =>
      fetch(test.simulator.address + "/v1/payment_intents", {
        method: "POST",
        body,
        headers: {
          authorization: `Bearer ${testKeys.secretKey}`,
          "content-type": "application/x-www-form-urlencoded",
        },
      });
    for (const body of ["a[b]=1&a=2", "a=1&a[b]=2", "__proto__[x]=1", "%00=1", "[]=1", "a[[b]=1"]) {
      const answer = await post(body);
      expect([400, body]).toEqual([answer.status, body]);
      expect((await answer.json()).error.type).toBe("invalid_request_error");
    }
    expect(test.errors).toEqual([]);
  });
});
