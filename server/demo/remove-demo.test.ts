import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAdmins } from "#server/accounts/public.ts";
import { hashPassword } from "#server/identity/passwords/password-hash.ts";
import { ConfigError } from "#server/platform/config/config.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { demoEmails, demoPassword } from "./demo-accounts.ts";
import { listDemoAccounts } from "./demo-store.ts";
import { loadDemo } from "./load-demo.ts";
import { refuseDemoPassword } from "./refuse-demo-password.ts";
import { removeDemo } from "./remove-demo.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
  await loadDemo(shop.deps, () => undefined);
});
afterAll(() => shop.close());

const [admin, buyer, seller, harbour] = demoEmails as [string, string, string, string];
const last = demoEmails.at(-1)!;
const signIn = (email: string) =>
  shop.call("POST", "/api/auth/sign-in/email", { body: { email, password: demoPassword } });

async function setPasswords(password: string, emails: readonly string[]): Promise<void> {
  const hash = await hashPassword(password);
  for (const email of emails)
    await shop.deps.db.execute(sql`
      update identity_credential set password = ${hash}
      where user_id = (select id from identity_user where email = ${email})`);
}

/** One of an account's cars that no other demo account has booked. */
async function carOf(email: string): Promise<string> {
  const { rows } = await shop.deps.db.execute<{ id: string }>(sql`
    select listing.id from listing join account on account.id = seller_id
    where email = ${email} and listing.id not in (select listing_id from booking)
    order by listing.id limit 1`);
  return rows[0]!.id;
}

const publicCars = async () => {
  await shop.deps.catalogue.refresh();
  const lists = [1, 2, 3].map((brand) => shop.call("GET", `/api/products/${brand}`));
  const totals = (await Promise.all(lists)).map(({ headers }) => Number(headers["x-total-count"]));
  return totals.reduce((sum, total) => sum + total, 0);
};

// ASVS 6.3.2
test("refuses to start while a demo account accepts the demo password, naming it in one line", async () => {
  const start = () => refuseDemoPassword(shop.deps);
  await expect(start()).rejects.toThrow(ConfigError);
  await expect(start()).rejects.toThrow(
    new RegExp(
      `^[^\n]*opens ${demoEmails.join(", ")}\\. Run .npm run admin -- remove-demo.[^\n]*$`,
    ),
  );
  await setPasswords("Changed!2026", demoEmails.slice(0, -1));
  await expect(start()).rejects.toThrow(`opens ${last}.`);
});

test("starts once every password is changed, or if there never was a demo", async () => {
  await setPasswords("Changed!2026", [last]);
  await refuseDemoPassword(shop.deps);
  await setPasswords(demoPassword, demoEmails);
  const another = await createTestApp();
  await refuseDemoPassword(another.deps);
  expect((await removeDemo(another.deps)).message).toBe("There are no demo accounts here.");
  await another.close();
});

test("changes nothing if it fails halfway", async () => {
  await shop.deps.db.execute(sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$`);
  await shop.deps.db.execute(
    sql.raw(`
    create trigger fail before update on account for each row
    when (old.email = '${last}' and new.email = '') execute function fail()`),
  );
  await expect(removeDemo(shop.deps)).rejects.toThrow();
  await shop.deps.db.execute(sql`drop function fail cascade`);
  for (const email of demoEmails) expect((await signIn(email)).status, email).toBe(200);
  expect(await publicCars()).toBe(1_500);
});

// ASVS 6.3.2
test("deletes the demo's accounts and cars, ends holds, and closes an account with an open sale", async () => {
  const customer = await anAccount(shop.deps);
  const held = await aBooking(shop.deps, {
    listingId: await carOf(seller),
    buyerId: customer.id,
  });
  const paid = await aBooking(shop.deps, {
    listingId: await carOf(harbour),
    buyerId: customer.id,
    state: "paid",
  });
  // A seller who has become an admin since, and must not be counted as one when closed.
  await shop.deps.db.execute(sql`update account set role = 'admin' where email = ${harbour}`);
  const cookie = cookieOf(await signIn(seller));
  const jwt = await shop.call("GET", `/api/jwt?email=${seller}`, { headers: { cookie } });
  const token = jwt.body.accessToken as string;
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(200);

  expect(await listDemoAccounts(shop.deps.db)).toEqual([admin, seller, buyer]);
  const { done, message } = await removeDemo(shop.deps);
  expect(await listDemoAccounts(shop.deps.db)).toEqual([]);
  expect(done).toBe(true);
  expect(message.split("\n")).toEqual([
    ...[admin, buyer, seller].map((email) => `${email}: deleted, with any cars it offered.`),
    expect.stringMatching(`^${harbour}: closed\\. .*sold a car in the last 30 days`),
    ...demoEmails.slice(4).map((email) => `${email}: deleted, with any cars it offered.`),
    "There is no admin now. Make one: npm run admin -- add EMAIL",
    "Start the shop with DEMO=0 from now on.",
  ]);

  for (const email of demoEmails) expect((await signIn(email)).status, email).toBe(401);
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(401);
  expect(await publicCars()).toBe(0);
  expect(await listAdmins(shop.deps.db)).toEqual([]);
  const orders = await shop.call("GET", `/api/bookings?email=${customer.email}`, {
    token: customer.token,
  });
  expect(orders.body).toMatchObject([
    { _id: paid.id, paid: true },
    { _id: held.id, state: "cancelled" },
  ]);
  await refuseDemoPassword(shop.deps);
});

test("refuses a sign-up with the email of a closed account", async () => {
  const again = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { name: "Mallory", email: harbour, password: "Mallory!2026" },
  });
  expect(again.status).not.toBe(200);
});

test("is safe to repeat, and deletes a closed account once its sale is over", async () => {
  const lines = async () => {
    const { rows } = await shop.deps.db.execute<{ lines: number }>(
      sql`select count(*)::int as lines from audit where action = 'demo.remove'`,
    );
    return rows[0]!.lines;
  };
  expect(await lines()).toBe(demoEmails.length);
  expect((await removeDemo(shop.deps)).message).toMatch(`${harbour}: closed`);
  expect(await lines()).toBe(demoEmails.length);

  await shop.deps.db.execute(sql`update booking set created_at = now() - interval '31 days'`);
  expect((await removeDemo(shop.deps)).message).toMatch(`${harbour}: deleted`);
  expect((await removeDemo(shop.deps)).message).toBe("There are no demo accounts here.");
  expect(await lines()).toBe(demoEmails.length + 1);
});

test("is not undone by the next start in demo mode", async () => {
  await loadDemo(shop.deps, () => undefined);
  expect(await publicCars()).toBe(0);
  for (const email of demoEmails) expect((await signIn(email)).status).toBe(401);
});
