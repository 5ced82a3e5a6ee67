import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const script = resolve("scripts/check-tables.mjs");
let folder: string;

const files: Record<string, string> = {
  "server/feeds/feed-table.ts": 'pgTable("feed", {});\npgTable(\n  "feed_car",\n  {},\n);',
  "server/bookings/booking-table.ts": 'pgTable("booking", {});',
  "server/listings/shown-store.ts":
    "// from feed_car\nsql`exists (\n  select from feed_car\n  where booking_id is null)`;",
  "server/listings/free-store.ts": "sql`select from ${listing} left join booking on true`;",
  "server/listings/words-store.ts": 'import { feed } from "./feed.ts";\nconst kind = "a feed car";',
  "server/demo/buy-store.ts": "sql`delete from feed_car using booking`;",
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tables-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test("names each table of a higher feature in a text of SQL, and none of a lower one", () => {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout.split("\n").filter(Boolean).toSorted()).toEqual([
    "server/listings/free-store.ts:1 names booking of server/bookings/booking-table.ts, which it may not import.",
    "server/listings/shown-store.ts:3 names feed_car of server/feeds/feed-table.ts, which it may not import.",
  ]);
  expect(status).toBe(1);
});
