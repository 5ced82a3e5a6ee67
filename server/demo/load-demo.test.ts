import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { loadDemo } from "./load-demo.ts";

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
  expect(lines).toHaveLength(1);
  const { rows } = await shop.deps.db.execute(
    sql`select (select count(*)::int from account) as accounts, (select count(*)::int from listing) as listings`,
  );
  expect(rows).toEqual([{ accounts: 10, listings: 1500 }]);
});
