import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedUpUser, cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { pruneSessions } from "./session-store.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const age = (column: "created_at" | "expires_at", days: number) =>
  shop.deps.db.execute(
    sql`update identity_session set ${sql.identifier(column)} = now() - make_interval(days => ${days})`,
  );

const listed = async (cookie: string) =>
  (await shop.call("GET", "/api/auth/list-sessions", { headers: { cookie } })).body as {
    id: string;
  }[];

// ASVS 7.1.1, 7.3.1, 7.3.2, 7.6.1
test.each([
  ["thirty days after the sign-in, however often it is used", "created_at", 30],
  ["after seven days without a visit", "expires_at", 0],
] as const)("a session ends %s", async (_when, column, days) => {
  const email = `${column}@example.com`;
  const { cookie, token } = await aSignedUpUser(shop, { email, role: "Buyer" });
  const { id } = (await listed(cookie))[0] ?? {};
  const statuses = async () => [
    (await shop.call("GET", "/api/bookings", { token })).status,
    (await shop.call("GET", `/api/jwt?email=${email}`, { headers: { cookie } })).status,
  ];
  await age("created_at", 29);
  expect(await statuses()).toEqual([200, 200]);
  await age(column, days);
  expect(await statuses()).toEqual([401, 401]);
  // It is not listed after the next sign-in either.
  const again = await shop.call("POST", "/api/auth/sign-in/email", {
    body: { email, password: "Secret!2026" },
  });
  const ids = (await listed(cookieOf(again))).map((session) => session.id);
  expect([ids.length, ids.includes(id ?? "")]).toEqual([1, false]);
  await pruneSessions(shop.deps.db);
  const { rows } = await shop.deps.db.execute(
    sql`select id from identity_session where user_id = (select id from identity_user where email = ${email})`,
  );
  expect(rows.map((row) => row.id)).toEqual(ids);
});

test("a new session lasts seven days, and a visit at least a day later renews it", async () => {
  const { cookie } = await aSignedUpUser(shop, { email: "visitor@example.com" });
  const left = async () => {
    const { rows } = await shop.deps.db.execute<{ days: number }>(
      sql`select extract(epoch from expires_at - now())::float8 / 86400 as days from identity_session
        where user_id = (select id from identity_user where email = 'visitor@example.com')`,
    );
    return Math.round(rows[0]!.days);
  };
  expect(await left()).toBe(7);
  await shop.deps.db.execute(sql`
    update identity_session set created_at = now() - interval '3 days', updated_at = now() - interval '3 days',
      expires_at = now() + interval '4 days'`);
  await shop.call("GET", "/api/auth/get-session", { headers: { cookie } });
  expect(await left()).toBe(7);
});
