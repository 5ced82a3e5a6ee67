import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { findUnfitEvent } from "#server/car-history/history-trace-store.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { demoEmails, demoPassword } from "./demo-accounts.ts";
import { loadDemo } from "./load-demo.ts";
import { removeDemo } from "./remove-demo.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
afterEach(() => shop.close());

test("loads the demo once when several processes start on an empty database at once", async () => {
  shop = await createTestApp({ DEMO: "1" });
  const processes = Array.from({ length: 3 }, () => connectDatabase(shop.databaseUrl, 2));
  const lines: string[] = [];
  try {
    await Promise.all(
      processes.map((own) => loadDemo({ ...shop.deps, ...own }, (line) => lines.push(line))),
    );
  } finally {
    for (const { pool } of processes) await pool.end();
  }
  expect(lines).toEqual([
    "Loading the demo's accounts and cars…",
    expect.stringMatching(/^Loaded 1,500 cars in \d+\.\d s, and what the accounts did after /),
  ]);
  const { rows } = await shop.deps.db.execute(
    sql`select (select count(*)::int from account) as accounts, count(*)::int as listings,
      (count(*) filter (where is_advertised))::int as advertised from listing`,
  );
  expect(rows).toEqual([{ accounts: 13, listings: 1500, advertised: 24 }]);
});

test("has cars for what visitors type first", async () => {
  shop = await createTestApp({ DEMO: "1" });
  await loadDemo(shop.deps, () => undefined);
  for (const q of [
    "merc c class estate diesel under 25k",
    "a4 avant 2018+",
    "blue cabrio automatic",
  ]) {
    const url = `/api/listings?q=${encodeURIComponent(q)}`;
    await expect
      .poll(async () => ((await shop.call("GET", url)).body as { total: number }).total, {
        message: q,
      })
      .toBeGreaterThan(0);
  }
});

test("gives the demo's accounts favorites, saved searches with new cars, and bookings in every state", async () => {
  shop = await createTestApp({ DEMO: "1" });
  await loadDemo(shop.deps, () => undefined, shop.simulator!.address);
  const signIn = async (email: string) => {
    const body = { email, password: demoPassword };
    const cookie = cookieOf(await shop.call("POST", "/api/auth/sign-in/email", { body }));
    const answer = await shop.call("GET", `/api/jwt?email=${email}`, { headers: { cookie } });
    return (answer.body as { accessToken: string }).accessToken;
  };
  const buyer = await signIn("buyer@marque.example");
  const seller = await signIn("seller@marque.example");
  const get = async (url: string, token: string) =>
    (await shop.call("GET", url, { token })).body as Record<string, unknown>[];
  const bookings = await get("/api/bookings?email=buyer@marque.example", buyer);
  expect(bookings.map(({ state }) => state).toSorted()).toEqual([
    "cancelled",
    "expired",
    "held",
    "paid",
    "refunded",
  ]);
  expect(await findUnfitEvent(shop.deps.db)).toBeNull();
  expect(await get("/api/favorites", buyer)).toHaveLength(5);
  expect(await get("/api/favorites", seller)).toHaveLength(3);
  const searches = (await get("/api/saved-searches", buyer)) as { newCount: number }[];
  expect(searches.map(({ newCount }) => newCount > 0)).toEqual([true, true]);
  expect(await get("/api/dashboard-summary", seller)).toMatchObject({ role: "Seller" });

  const { rows } = await shop.deps.db.execute<{ email: string; id: string }>(sql`
    select distinct on (email) email, listing.id from account join listing on seller_id = account.id
    where listing.id in (select listing_id from booking where state = 'paid') or email like 'bayview@%'
    order by email, listing.id`);
  const shown = await Promise.all(
    rows.map(async ({ email, id }) => {
      const { body } = await shop.call("GET", `/api/listings/${id}/reviews`);
      return [email.split("@")[0], body.count, body.average] as const;
    }),
  );
  expect(shown).toEqual([
    ["bayview", 0, null],
    ["harbour", 4, 4.3],
    ["lakeside", 3, 3.7],
    ["northgate", 1, null],
    ["seller", 0, null],
    ["sunbelt", 3, 4.7],
  ]);
  const levelsOf = async (mailbox: string) => {
    const { id } = rows.find(({ email }) => email.startsWith(mailbox))!;
    const { body } = await shop.call("GET", `/api/listings/${id}/checks`);
    return (body as unknown as { level: string }[]).map(({ level }) => level);
  };
  expect(await levelsOf("harbour")).toEqual(["email", "phone", "identity", "business"]);
  // The identity of this one has expired.
  expect(await levelsOf("sunbelt")).toEqual(["email"]);

  // None of this keeps the demo from being removed.
  const { message } = await removeDemo(shop.deps);
  expect(message).not.toContain("closed");
  for (const email of demoEmails) expect(message).toContain(`${email}: deleted`);
});
