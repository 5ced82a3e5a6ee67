import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { createTestSimulator } from "#testing/payments/test-simulator.ts";

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const age = (days: number) =>
  client.query("update payment_simulator.object set created = created - $1::bigint", [
    days * 86_400,
  ]);

async function count(kind: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from payment_simulator.object where kind = $1",
    [kind],
  );
  return rows[0]!.count;
}

const card = {
  type: "card",
  card: { number: "4242424242424242", exp_month: 1, exp_year: 2040 },
} as const;
const payment = {
  amount: 5_000,
  currency: "usd",
  allowed_payment_method_types: ["card" as const],
  confirm: true,
  payment_method: "pm_card_visa",
};

const cardOf = ({ payment_method }: { payment_method: unknown }) => String(payment_method);

it("deletes old events and unused cards, and keeps payments and undelivered events", async () => {
  const before = await createTestSimulator({}, database);
  const paid = await before.stripe.paymentIntents.create(payment);
  const unused = await before.stripe.paymentMethods.create(card);
  await age(31);
  // All events except the success have been delivered.
  await client.query(
    `update payment_simulator.delivery set state = 'delivered'
     where event in (select id from payment_simulator.object where type <> 'payment_intent.succeeded')`,
  );
  const young = await before.stripe.paymentMethods.create(card);
  await before.close();

  const after = await createTestSimulator({}, database);
  try {
    await vi.waitFor(async () => expect(await count("event")).toBe(1), { timeout: 10_000 });
    // Events go before cards do.
    await vi.waitFor(
      () => expect(after.stripe.paymentMethods.retrieve(unused.id)).rejects.toThrow("No such"),
      { timeout: 10_000 },
    );
    expect((await after.stripe.paymentMethods.retrieve(young.id)).id).toBe(young.id);
    const events = await after.stripe.events.list();
    expect(events.data.map(({ type }) => type)).toEqual(["payment_intent.succeeded"]);
    const refund = await after.stripe.refunds.create({ payment_intent: paid.id });
    expect(refund.status).toBe("succeeded");
  } finally {
    await after.close();
  }
});

it("deletes the challenge pages and cards of finished payments", async () => {
  const before = await createTestSimulator({}, database);
  const challenged = {
    ...payment,
    payment_method: "pm_card_threeDSecure2Required",
    return_url: "http://shop.example/back",
  };
  const open = await before.stripe.paymentIntents.create(challenged);
  const ended = await before.stripe.paymentIntents.create(challenged);
  await before.stripe.paymentIntents.cancel(ended.id);
  await age(2);
  await before.close();

  const after = await createTestSimulator({}, database);
  const pages = async () => {
    const { rows } = await client.query<{ payment: string }>(
      "select payment from payment_simulator.challenge",
    );
    return rows.map((row) => row.payment);
  };
  try {
    await vi.waitFor(async () => expect(await pages()).toEqual([open.id]), { timeout: 10_000 });
    expect((await after.stripe.paymentMethods.retrieve(cardOf(open))).id).toBe(cardOf(open));
    await vi.waitFor(
      () => expect(after.stripe.paymentMethods.retrieve(cardOf(ended))).rejects.toThrow("No such"),
      { timeout: 10_000 },
    );
  } finally {
    await after.close();
  }
});
