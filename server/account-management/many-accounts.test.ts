import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { readPlans, stepsOf } from "#testing/database/read-plans.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let token: string;
beforeAll(async () => {
  // On a busy machine, a vacuum of so many accounts takes longer than a request may.
  shop = await createTestApp({ DATABASE_STATEMENT_TIMEOUT: "120" });
  ({ token } = await anAccount(shop.deps, { role: "admin" }));
  await shop.deps.db.execute(sql`
    insert into account (id, name, email, role, is_verified, created_at)
    select gen_random_uuid(), 'Person ' || md5(n::text), md5(n::text || 'x') || '@people.example',
      case when n % 10 = 0 then 'Seller' else 'Buyer' end, n % 50 <> 0, now() - make_interval(mins => n)
    from generate_series(1, 50000) as n`);
  await shop.deps.db.execute(sql`vacuum analyze account`);
}, 180_000);
afterAll(() => shop.close());

const plansOf = (path: string) =>
  readPlans(
    shop.deps.pool,
    async () => {
      const { status } = await shop.call("GET", path, { token });
      expect(status).toBe(200);
    },
    { analyze: true },
  );
const rowsRead = (step: ReturnType<typeof stepsOf>[number]) =>
  ((step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0)) *
  (step["Actual Loops"] ?? 1);
const isCount = (statement: string) => statement.startsWith("select count(*)");

const lists = [
  "/api/users?",
  "/api/buyer?",
  "/api/seller?",
  "/api/seller?verified=waiting&",
].flatMap((list) =>
  ["joined", "-joined", "name", "-name", "email", "-email"].map((sort) => `${list}sort=${sort}`),
);

test.each(lists)(
  "%s reads no more accounts than it shows, however many there are",
  async (path) => {
    const first = await shop.call("GET", path, { token });
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))![1];
    for (const page of [path, `${path}&cursor=${cursor}`])
      for (const { statement, plan } of await plansOf(page)) {
        // Counting reads all of them, from the table or an index, whichever PostgreSQL prefers.
        if (isCount(statement)) continue;
        const steps = stepsOf(plan).filter((step) => step["Relation Name"] === "account");
        for (const step of steps) {
          expect(step["Node Type"], statement).not.toBe("Seq Scan");
          // Ten pages: one in five sellers waits for verification.
          expect(rowsRead(step), statement).toBeLessThan(1_100);
        }
      }
  },
);

/** Rare words are found through the index; for common ones, no more than a page is read. */
async function expectFound(path: string, index: string): Promise<{ total: number }> {
  const plans = await plansOf(path);
  const { headers } = await shop.call("GET", path, { token });
  const total = Number(headers["x-total-count"]);
  const searches = plans.filter(({ statement }) => statement.includes("strpos"));
  expect(searches).toHaveLength(2);
  for (const { statement, plan } of searches) {
    const steps = stepsOf(plan);
    if (isCount(statement) || total <= 5_000)
      expect(steps.map((step) => step["Index Name"])).toContain(index);
    else for (const step of steps) expect(rowsRead(step), statement).toBeLessThan(1_100);
  }
  return { total };
}

test.each([
  ["5f4d", 1, 100],
  ["@people.example", 50_000, 50_000],
  ["person 0a", 100, 300],
  ["no one at all", 0, 0],
])("a search of people for %s is quick", async (text, fewest, most) => {
  const { total } = await expectFound(
    `/api/users?q=${encodeURIComponent(text)}`,
    "account_searched",
  );
  expect(total).toBeGreaterThanOrEqual(fewest);
  expect(total).toBeLessThanOrEqual(most);
});

test("so is one of bookings, whatever PostgreSQL has gathered about them", async () => {
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const { id: listingId } = await aListing(shop.deps, { sellerId });
  await shop.deps.db.execute(sql`
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, created_at, expires_at)
    select gen_random_uuid(), ${listingId}, account.id, 'cancelled', 'BMW 320d', '', 1000, 1000, 'USD', account.name, account.email, account.created_at, account.created_at
    from account where account.email like '%@people.example' limit 6000`);
  await shop.deps.db.execute(sql`vacuum analyze booking`);
  expect((await expectFound("/api/bookings?q=bmw+320d", "booking_searched")).total).toBe(6_000);
  await expectFound("/api/bookings?q=5f4d", "booking_searched");
});
