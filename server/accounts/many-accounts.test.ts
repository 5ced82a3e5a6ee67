import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { readPlans, stepsOf } from "#testing/read-plans.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let token: string;
beforeAll(async () => {
  shop = await createTestApp();
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
const isCount = (statement: string) => statement.startsWith("select count(*)");

const lists = ["/api/users?", "/api/buyer?", "/api/seller?", "/api/seller?verified=no&"].flatMap(
  (list) =>
    ["joined", "-joined", "name", "-name", "email", "-email"].map((sort) => `${list}sort=${sort}`),
);

test.each(lists)("%s reads no more accounts than it shows, many though there are", async (path) => {
  const first = await shop.call("GET", path, { token });
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))![1];
  for (const page of [path, `${path}&cursor=${cursor}`])
    for (const { statement, plan } of await plansOf(page)) {
      // How many there are reads them all, by the table or an index, whichever PostgreSQL finds shorter.
      if (isCount(statement)) continue;
      const steps = stepsOf(plan).filter((step) => step["Relation Name"] === "account");
      for (const step of steps) {
        expect(step["Node Type"], statement).not.toBe("Seq Scan");
        const read = (step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0);
        // Ten times a page: sellers to verify are one in five of the sellers.
        expect(read * (step["Actual Loops"] ?? 1), statement).toBeLessThan(1_100);
      }
    }
});

test.each(["5f4dcc", "@people.example", "person 0a", "nobody at all"])(
  "a search for %s reads no whole table where its letters are rare",
  async (words) => {
    const path = `/api/users?q=${encodeURIComponent(words)}`;
    const { headers } = await shop.call("GET", path, { token });
    for (const { statement, plan } of await plansOf(path)) {
      if (!statement.includes('from "account"') || !statement.includes("strpos")) continue;
      const names = stepsOf(plan).map((step) => step["Index Name"] ?? step["Node Type"]);
      if (Number(headers["x-total-count"]) < 1_000) expect(names).toContain("account_searched");
      else if (!isCount(statement)) expect(names).not.toContain("Seq Scan");
    }
  },
);
