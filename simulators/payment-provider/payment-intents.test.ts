import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestSimulator, errorOf } from "#testing/payments/test-simulator.ts";
import { apiVersion } from "./call.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let stripe: Stripe;
beforeAll(async () => {
  test = await createTestSimulator();
  stripe = test.stripe;
});
afterAll(() => test.close());

const price = { amount: 129_900_00 / 2, currency: "usd" } as const;
const cards = { allowed_payment_method_types: ["card"] } as const;
const newIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...price, allowed_payment_method_types: ["card"], ...more });

describe("a payment intent", () => {
  it("uses the API version of the SDK", async () => {
    const intent = await newIntent();
    expect(apiVersion).toBe(Stripe.API_VERSION);
    expect(intent.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(intent.lastResponse.requestId).toMatch(/^req_\w{14}$/);
  });

  it("is created, read back, changed and listed", async () => {
    const made = await newIntent({ metadata: { booking: "b1", gone: "x" }, description: "BMW M4" });
    expect(made).toMatchObject({
      status: "requires_payment_method",
      amount: 64_950_00,
      amount_received: 0,
      currency: "usd",
      description: "BMW M4",
      metadata: { booking: "b1", gone: "x" },
      livemode: false,
    });
    expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w{25}$`));
    const changed = await stripe.paymentIntents.update(made.id, {
      amount: 100_00,
      metadata: { gone: "", more: "y" },
    });
    expect(changed).toMatchObject({ amount: 100_00, metadata: { booking: "b1", more: "y" } });
    expect(changed.metadata).not.toHaveProperty("gone");
    expect(await stripe.paymentIntents.retrieve(made.id)).toEqual(changed);
    // An earlier test made another intent, perhaps in an earlier second.
    const list = await stripe.paymentIntents.list({
      limit: 1,
      created: { gte: made.created - 60 },
    });
    expect(list).toMatchObject({ object: "list", has_more: true, url: "/v1/payment_intents" });
    expect(list.data).toEqual([changed]);
  });

  it("creates a charge and a balance transaction when it is paid", async () => {
    const made = await newIntent();
    const paid = await stripe.paymentIntents.confirm(made.id, {
      payment_method: "pm_card_visa",
      expand: ["latest_charge.balance_transaction", "payment_method"],
    });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 64_950_00,
      next_action: null,
      last_payment_error: null,
      payment_method: { card: { brand: "visa", last4: "4242" } },
      latest_charge: {
        status: "succeeded",
        paid: true,
        captured: true,
        amount_captured: 64_950_00,
        balance_transaction: { amount: 64_950_00, type: "charge" },
      },
    });
    const charges = await stripe.charges.list({ payment_intent: made.id });
    expect(charges.data.map((charge) => charge.id)).toEqual([
      (paid.latest_charge as Stripe.Charge).id,
    ]);
  });

  it("can be created and confirmed in one call, with the card data", async () => {
    const paid = await newIntent({
      confirm: true,
      payment_method_data: {
        type: "card",
        card: { number: "5555555555554444", exp_month: 1, exp_year: 2044, cvc: "111" },
        billing_details: { name: "Ada Buyer" },
      } as unknown as Stripe.PaymentIntentCreateParams.PaymentMethodData,
    });
    expect(paid.status).toBe("succeeded");
    const charge = await stripe.charges.retrieve(paid.latest_charge as string);
    expect(charge.billing_details.name).toBe("Ada Buyer");
    expect(charge.payment_method_details?.card).toMatchObject({ brand: "mastercard" });
  });

  it("is charged once when it is confirmed twice at once", async () => {
    const made = await newIntent();
    const confirm = () =>
      stripe.paymentIntents.confirm(made.id, { payment_method: "pm_card_visa" }).then(
        (intent) => intent.status,
        (error: Stripe.errors.StripeError) => error.code,
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, confirm));
    expect(outcomes.filter((outcome) => outcome === "succeeded")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["succeeded", "payment_intent_unexpected_state"]));
    expect((await stripe.charges.list({ payment_intent: made.id })).data).toHaveLength(1);
  });

  it("can be canceled only before it is paid", async () => {
    const open = await newIntent();
    const canceled = await stripe.paymentIntents.cancel(open.id, {
      cancellation_reason: "abandoned",
    });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    expect(canceled.canceled_at).toEqual(expect.any(Number));
    const paid = await newIntent({ confirm: true, payment_method: "pm_card_visa" });
    const error = await errorOf(stripe.paymentIntents.cancel(paid.id));
    expect(error).toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      code: "payment_intent_unexpected_state",
      payment_intent: { id: paid.id, status: "succeeded" },
    });
    expect(error.message).toContain("has a status of succeeded");
    const bare = await newIntent();
    for (const again of [
      () => stripe.paymentIntents.confirm(open.id, { payment_method: "pm_card_visa" }),
      () => stripe.paymentIntents.confirm(paid.id, { payment_method: "pm_card_visa" }),
      () => stripe.paymentIntents.update(paid.id, { amount: 100 }),
      () => stripe.paymentIntents.confirm(bare.id),
    ])
      expect((await errorOf(again())).code).toBe("payment_intent_unexpected_state");
  });

  it("with automatic payment methods needs a return URL", async () => {
    const made = await stripe.paymentIntents.create(price);
    expect(made.automatic_payment_methods).toEqual({ enabled: true, allow_redirects: "always" });
    const confirm = (more: Stripe.PaymentIntentConfirmParams) =>
      stripe.paymentIntents.confirm(made.id, { payment_method: "pm_card_visa", ...more });
    expect(await errorOf(confirm({}))).toMatchObject({ statusCode: 400, param: "return_url" });
    expect(await errorOf(confirm({ return_url: "javascript:alert(1)" }))).toMatchObject({
      code: "url_invalid",
    });
    expect((await confirm({ return_url: "https://shop.example/back" })).status).toBe("succeeded");
  });

  it("can be paged by the SDK in both directions", async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await newIntent()).id);
    const seen: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) {
      seen.push(intent.id);
      if (seen.length === 5) break;
    }
    expect(seen).toEqual([...made].reverse());
    const before = await stripe.paymentIntents.list({ limit: 2, ending_before: made[0]! });
    expect(before.data.map((intent) => intent.id)).toEqual([made[2], made[1]]);
    expect(before.has_more).toBe(true);
  });
});

describe("errors have the provider's messages", () => {
  const bad: [string, object, object][] = [
    ["no amount", { currency: "usd", ...cards }, { code: "parameter_missing", param: "amount" }],
    ["no currency", { amount: 100 }, { code: "parameter_missing", param: "currency" }],
    ["a fraction", { ...price, amount: 10.5 }, { code: "parameter_invalid_integer" }],
    ["nothing", { ...price, amount: 0 }, { code: "parameter_invalid_integer", param: "amount" }],
    ["too little", { ...price, amount: 49 }, { code: "amount_too_small", param: "amount" }],
    ["too much", { ...price, amount: 100_000_000 }, { code: "amount_too_large", param: "amount" }],
    ["an odd currency", { amount: 100, currency: "zzz" }, { param: "currency" }],
    [
      "an unknown parameter",
      { ...price, color: "red" },
      { code: "parameter_unknown", param: "color" },
    ],
    [
      "a parameter of older versions",
      { ...price, payment_method_types: ["card"] },
      { code: "parameter_unknown", param: "payment_method_types" },
    ],
    [
      "an inner word unknown",
      { ...price, automatic_payment_methods: { enabled: true, x: 1 } },
      { code: "parameter_unknown", param: "automatic_payment_methods[x]" },
    ],
    ["an empty text", { ...price, currency: "" }, { code: "parameter_invalid_empty" }],
    ["a customer", { ...price, customer: "cus_1" }, { code: "resource_missing" }],
    ["no such thing to expand", { ...price, expand: ["amount"] }, { param: "expand" }],
  ];
  it.each(bad)("%s", async (_name, params, expected) => {
    const error = await errorOf(
      stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams),
    );
    expect(error.type).toBe("StripeInvalidRequestError");
    expect([400, 404]).toContain(error.statusCode);
    expect(error).toMatchObject(expected);
    expect(error.requestId).toMatch(/^req_/);
  });

  it("for amounts above $999,999.99", async () => {
    expect((await newIntent({ amount: 99_999_999 })).amount).toBe(99_999_999);
    const error = await errorOf(newIntent({ amount: 100_000_000 }));
    expect(error.message).toBe("Amount must be no more than $999,999.99");
  });

  it("for currencies with zero or three decimals", async () => {
    expect(await newIntent({ amount: 99_999_999, currency: "jpy" })).toMatchObject({
      currency: "jpy",
    });
    expect(await newIntent({ amount: 1_230, currency: "kwd" })).toMatchObject({ amount: 1_230 });
    expect(await errorOf(newIntent({ amount: 1_234, currency: "kwd" }))).toMatchObject({
      param: "amount",
    });
  });

  it("for missing objects", async () => {
    const missing = [
      [() => stripe.paymentIntents.retrieve("pi_none"), "No such payment_intent: 'pi_none'"],
      [() => stripe.paymentMethods.retrieve("pm_none"), "No such PaymentMethod: 'pm_none'"],
      [() => stripe.charges.retrieve("ch_none"), "No such charge: 'ch_none'"],
      [() => stripe.refunds.retrieve("re_none"), "No such refund: 're_none'"],
      [() => stripe.disputes.retrieve("du_none"), "No such dispute: 'du_none'"],
      [() => stripe.events.retrieve("evt_none"), "No such event: 'evt_none'"],
      [() => stripe.paymentIntents.list({ starting_after: "pi_none" }), "No such payment_intent"],
    ] as const;
    for (const [call, message] of missing) {
      const error = await errorOf(call());
      expect(error).toMatchObject({ statusCode: 404, code: "resource_missing" });
      expect(error.message).toContain(message);
    }
    const error = await errorOf(stripe.customers.list());
    expect(error).toMatchObject({ statusCode: 404, type: "StripeInvalidRequestError" });
    expect(error.message).toContain("Unrecognized request URL (GET: /v1/customers)");
  });

  it("for a list limit above 100", async () => {
    expect(await errorOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({
      code: "parameter_invalid_integer",
      param: "limit",
    });
  });
});
