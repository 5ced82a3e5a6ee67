import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCards } from "#shared/payments/test-cards.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  aPaidCar,
  deliverAll,
  lapse,
  readMoney,
  refund,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { payWithCard } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin", name: "Ada" });
});
afterAll(() => shop.close());

async function storyOf(bookingId: string): Promise<string[]> {
  const { log } = await readMoney(shop, admin.token, bookingId);
  return log.map(
    (line: { kind: string; from: string | null; to: string; actor: string | null }) =>
      `${line.kind}: ${line.from ?? "-"} → ${line.to}${line.actor ? ` (${line.actor})` : ""}`,
  );
}

// ASVS 16.4.2
test("booking_event and payment_log accept new rows and refuse changes", async () => {
  await aPaidCar(shop);
  for (const table of ["booking_event", "payment_log"])
    for (const change of [
      `update ${table} set why = 'something else'`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table}`,
    ])
      await expect(shop.deps.pool.query(change), change).rejects.toThrow(`${table} is append-only`);
});

test("the log lists a decline, a payment and refunds in order", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent, cards.declined);
  await deliverAll(shop, intent.id);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  await refund(shop, admin.token, bookingId, { amount: 5_000 });
  await refund(shop, admin.token, bookingId);
  expect(await storyOf(bookingId)).toEqual([
    `booking: - → held (${buyer.name})`,
    "payment: - → creating",
    "payment: creating → requires_payment_method",
    "payment: requires_payment_method → requires_payment_method",
    "payment: requires_payment_method → succeeded",
    "booking: held → paid",
    "refund: - → requested (Ada)",
    "refund: requested → succeeded",
    "booking: paid → partly_refunded",
    "refund: - → requested (Ada)",
    "refund: requested → succeeded",
    "booking: partly_refunded → refunded",
  ]);
  const { log } = await readMoney(shop, admin.token, bookingId);
  expect(log[3]).toMatchObject({ why: "Your card was declined.", at: expect.any(String) });
  const times = log.map((line: { at: string }) => line.at);
  expect(times).toEqual([...times].sort());
});

test("the log lists a cancellation and an expiry with a started payment in order", async () => {
  const cancelled = await aCarBeingPaid(shop);
  const expired = await aCarBeingPaid(shop);
  await shop.call("DELETE", `/api/bookings/${cancelled.bookingId}`, {
    token: cancelled.buyer.token,
  });
  await lapse(shop, expired.bookingId);
  await expireDueHolds(shop.deps);
  const begun = ["payment: - → creating", "payment: creating → requires_payment_method"];
  expect(await storyOf(cancelled.bookingId)).toEqual([
    `booking: - → held (${cancelled.buyer.name})`,
    ...begun,
    `booking: held → releasing (${cancelled.buyer.name})`,
    "payment: requires_payment_method → canceled",
    "booking: releasing → cancelled",
  ]);
  expect(await storyOf(expired.bookingId)).toEqual([
    `booking: - → held (${expired.buyer.name})`,
    ...begun,
    "booking: held → releasing",
    "payment: requires_payment_method → canceled",
    "booking: releasing → expired",
  ]);
});

test("only admins can read the log", async () => {
  const { buyer, seller, bookingId } = await aPaidCar(shop);
  for (const { token } of [buyer, seller])
    expect((await shop.call("GET", `/api/bookings/${bookingId}/payment`, { token })).status).toBe(
      403,
    );
});

// ASVS 14.2.4
test("no table contains a card number, and none of the product's contains a client secret", async () => {
  const secrets: string[] = [];
  for (const card of [cards.good, cards.declined, cards.challenge]) {
    const { intent } = await aCarBeingPaid(shop);
    secrets.push(intent.clientSecret);
    await payWithCard(shop, intent, card);
    await deliverAll(shop, intent.id);
  }
  const tables = await rowsOf<{ schema: string; name: string }>(
    shop,
    sql`select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const names = tables.map(({ schema, name }) => `${schema}.${name}`);
  expect(names).toEqual(
    expect.arrayContaining(["public.payment", "public.provider_event", "payment_simulator.object"]),
  );
  let rows = 0;
  for (const { schema, name } of tables) {
    const { rows: logged } = await shop.deps.pool.query<{ text: string }>(
      `select whole::text as text from "${schema}"."${name}" as whole`,
    );
    rows += logged.length;
    const text = logged.map((row) => row.text).join("\n");
    for (const { number } of testCards)
      expect(text.includes(number), `${number} in ${schema}.${name}`).toBe(false);
    // Only the provider's tables contain client secrets.
    if (schema === "payment_simulator") continue;
    for (const secret of secrets) expect(text.includes(secret), `${schema}.${name}`).toBe(false);
    expect(/_secret_\w{10}/.test(text), `${schema}.${name}`).toBe(false);
  }
  expect(rows).toBeGreaterThan(100);
});

test("reading the payment of a booking does not wait for locks", async () => {
  const { bookingId } = await aCarBeingPaid(shop);
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from booking where id = ${bookingId} for update`);
    expect(await readMoney(shop, admin.token, bookingId)).toMatchObject({ captured: 0 });
  });
});
