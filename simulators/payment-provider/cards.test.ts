import pg from "pg";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testCards } from "#shared/payments/test-cards.ts";
import { createTestSimulator, errorOf } from "#testing/payments/test-simulator.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let stripe: Stripe;
beforeAll(async () => {
  test = await createTestSimulator();
  stripe = test.stripe;
});
afterAll(() => test.close());

type CardInput = { number: string; exp_month?: number; exp_year?: number; cvc?: string };
const type = (card: CardInput) =>
  stripe.paymentMethods.create({
    type: "card",
    card: { exp_month: 12, exp_year: 2045, cvc: "123", ...card },
  });

async function pay(method: string) {
  const intent = await stripe.paymentIntents.create({
    amount: 9_000_00,
    currency: "usd",
    allowed_payment_method_types: ["card"],
  });
  return stripe.paymentIntents.confirm(intent.id, { payment_method: method });
}

const declined: Record<string, { code: string; decline_code?: string; message: string }> = {
  generic_decline: {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  },
  insufficient_funds: {
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  lost_card: {
    code: "card_declined",
    decline_code: "lost_card",
    message: "Your card was declined.",
  },
  stolen_card: {
    code: "card_declined",
    decline_code: "stolen_card",
    message: "Your card was declined.",
  },
  card_velocity_exceeded: {
    code: "card_declined",
    decline_code: "card_velocity_exceeded",
    message:
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  },
  fraudulent: {
    code: "card_declined",
    decline_code: "fraudulent",
    message: "Your card was declined.",
  },
  challenge_unavailable: {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
};

describe("every test card behaves as listed", () => {
  const typed = testCards.filter((card) => card.payment !== "incorrect_number");
  it.each(typed)("$number: $happens", async (card) => {
    const method = await type({
      number: card.number,
      cvc: card.brand === "amex" ? "1234" : "123",
    });
    expect(method.card).toMatchObject({
      brand: card.brand,
      funding: card.funding,
      country: card.country,
      last4: card.number.slice(-4),
      exp_month: 12,
      exp_year: 2045,
    });
    for (const name of [method.id, ...card.tokens]) {
      const reason = declined[card.payment];
      if (!reason) {
        const status = card.payment.startsWith("challenge") ? "requires_action" : "succeeded";
        expect((await pay(name)).status).toBe(status);
        continue;
      }
      const error = await errorOf(pay(name));
      expect(error).toMatchObject({ statusCode: 402, type: "StripeCardError", ...reason });
      if (!reason.decline_code) expect(error.decline_code).toBeFalsy();
      expect(error.charge).toMatch(/^ch_/);
    }
  });
});

describe("a declined card", () => {
  it("leaves a failed charge, and the intent accepts another card", async () => {
    const error = await errorOf(pay("pm_card_visa_chargeDeclinedInsufficientFunds"));
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent!.id, {
      expand: ["latest_charge"],
    });
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      amount_received: 0,
      last_payment_error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "insufficient_funds",
        charge: error.charge,
        payment_method: { object: "payment_method" },
      },
      latest_charge: {
        status: "failed",
        paid: false,
        failure_code: "card_declined",
        failure_message: "Your card has insufficient funds.",
        outcome: { network_status: "declined_by_network", type: "issuer_declined" },
      },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(2);
  });

  it("is distinguished from a card that is used again", async () => {
    const method = await type({ number: "4242424242424242" });
    await pay(method.id);
    const error = await errorOf(pay(method.id));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain("It may not be used again");
  });
});

describe("an invalid card is refused before a payment is attempted", () => {
  const thisYear = new Date().getUTCFullYear();
  const wrong: [string, CardInput, { code: string; param?: string; decline_code?: string }][] = [
    ["letters", { number: "4242 abcd" }, { code: "invalid_number", param: "number" }],
    ["wrong check digit", { number: "4242424242424241" }, { code: "incorrect_number" }],
    ["another wrong one", { number: "4111111111111112" }, { code: "incorrect_number" }],
    [
      "a number that is no test card",
      { number: "4111111111111111" },
      { code: "card_declined", decline_code: "test_mode_live_card" },
    ],
    ["month 13", { number: "4242424242424242", exp_month: 13 }, { code: "invalid_expiry_month" }],
    [
      "last year",
      { number: "4242424242424242", exp_year: thisYear - 1 },
      { code: "invalid_expiry_year", param: "exp_year" },
    ],
    ["a far year", { number: "4242424242424242", exp_year: 2150 }, { code: "invalid_expiry_year" }],
    ["two digits", { number: "4242424242424242", cvc: "12" }, { code: "invalid_cvc" }],
    ["four digits", { number: "4242424242424242", cvc: "1234" }, { code: "invalid_cvc" }],
  ];
  it.each(wrong)("%s", async (_name, card, expected) => {
    const error = await errorOf(type(card));
    expect(error).toMatchObject({ statusCode: 402, type: "StripeCardError", ...expected });
  });

  it("with the test mode message for a card that may be real", async () => {
    expect((await errorOf(type({ number: "4111111111111111" }))).message).toContain(
      "Your request was in test mode, but used a non test card.",
    );
  });

  it("accepts a two-digit year of this century", async () => {
    const method = await type({ number: "4242424242424242", exp_year: 45 });
    expect(method.card?.exp_year).toBe(2045);
  });
});

it("neither database nor log contains a card number or security code", async () => {
  const securityCodes = ["7531", "8642", "9753"];
  for (const card of testCards)
    for (const cvc of securityCodes)
      await stripe.paymentMethods
        .create(
          { type: "card", card: { number: card.number, exp_month: 7, exp_year: 2039, cvc } },
          {
            idempotencyKey: `typed ${card.number.slice(-4)} ${card.name} ${securityCodes.indexOf(cvc)}`,
          },
        )
        .catch(() => null);
  const client = new pg.Client({ connectionString: test.database.url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'payment_simulator'",
  );
  let everything = JSON.stringify(test.errors);
  for (const { name } of tables)
    everything += JSON.stringify(
      (await client.query(`select * from payment_simulator.${name}`)).rows,
    );
  await client.end();
  expect(tables.length).toBeGreaterThan(4);
  expect(everything).toContain("4242");
  for (const card of testCards) expect(everything).not.toContain(card.number);
  // A part of an id or a process number can be one of them, by chance, but not all.
  const leakedCodes = securityCodes.filter((cvc) =>
    new RegExp(`(?<!\\w)${cvc}(?!\\w)`).test(everything),
  );
  expect(leakedCodes).not.toEqual(securityCodes);
});
