import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCarBeingPaid, eventOf } from "#testing/payments/payment-scenes.ts";
import { deliver, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { serverVariable } from "#testing/database/test-database.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: pg.Client;
let name: string;
beforeAll(async () => {
  shop = await createTestApp();
  admin = new pg.Client({ connectionString: process.env[serverVariable] });
  await admin.connect();
  name = new URL(shop.databaseUrl).pathname.slice(1);
});
afterAll(async () => {
  await admin.end();
  await shop.close();
});

/** Breaks all connections to the shop's database and refuses new ones. Databases of other tests keep working. */
async function takeDatabaseDown(): Promise<void> {
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    name,
  ]);
}
const bringDatabaseUp = () => admin.query(`alter database ${name} with allow_connections true`);

// ASVS 16.5.1
test("a webhook while the database is down answers 503 without internals and is applied when it is sent again", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  const { body, signature } = await shop.simulator!.control.sign(event);
  const post = () =>
    shop.call("POST", "/api/payments/webhook", {
      body,
      headers: { "stripe-signature": signature, "content-type": "application/json" },
    });
  await takeDatabaseDown();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answer = await post();
    expect([answer.status, answer.body.error.code]).toEqual([503, "unavailable"]);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(JSON.stringify(answer.body)).not.toMatch(/connection|database|select|insert/i);
  }
  await bringDatabaseUp();
  expect((await post()).status).toBe(200);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: intent.id,
  });
});

test("a webhook whose answer fails after its effect is committed is not applied twice", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  // The effect is committed; queuing the job fails afterwards.
  const { send } = shop.deps.jobs;
  shop.deps.jobs.send = () => Promise.reject(new Error("the database is gone"));
  expect(await deliver(shop, [event])).toEqual([500]);
  shop.deps.jobs.send = send;
  expect(await deliver(shop, [event, event])).toEqual([200, 200]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  const { rows } = await shop.deps.pool.query("select count(*)::int as n from receipt");
  expect(rows).toEqual([{ n: 2 }]);
});

test("a sign-up on a server that has become read-only answers 503 and works later", async () => {
  const setReadOnly = (value: "on" | "off") =>
    admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  const cutConnections = () =>
    admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      name,
    ]);
  const body = { name: "Buyer", email: "standby@cars.example", password: "Secret!2026" };
  const signUp = () => shop.call("POST", "/api/auth/sign-up/email", { body });
  await setReadOnly("on");
  await cutConnections();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, headers, body: answer } = await signUp();
    expect([status, answer.error?.code, headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
  }
  await setReadOnly("off");
  await cutConnections();
  await expect.poll(async () => (await signUp()).status, { timeout: 20_000 }).toBe(200);
});

// ASVS 2.3.3
test("a webhook that loses the database in its transaction is rolled back and applied when it is sent again", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  // Another connection locks the car, so the webhook waits inside its transaction; then its connection is cut.
  const lockingClient = new pg.Client({ connectionString: shop.databaseUrl });
  await lockingClient.connect();
  await lockingClient.query("begin");
  await lockingClient.query(
    "select from listing where id = (select listing_id from booking where id = $1) for update",
    [bookingId],
  );
  const answer = deliver(shop, [event]);
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and wait_event_type = 'Lock' and query like '%listing%'`,
        [name],
      );
      return rows.length;
    })
    .toBe(1);
  expect(await answer).toEqual([503]);
  await lockingClient.query("rollback");
  await lockingClient.end();
  const { rows } = await shop.deps.pool.query("select from provider_event where id = $1", [
    event.id,
  ]);
  expect(rows).toEqual([]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
  expect(await deliver(shop, [event])).toEqual([200]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});
