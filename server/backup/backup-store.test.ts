import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import {
  findLastBackupIn,
  readBackupState,
  recordEnd,
  recordStart,
  recordUnopened,
  recordWarning,
} from "./backup-store.ts";
import { backupTable } from "./backup-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a new backup records that those which never ended were interrupted, and no others", async () => {
  const { db } = shop.deps;
  const start = (day: number) => {
    const startedAt = new Date(`2026-11-0${day}T02:30:00Z`);
    const name = startedAt.toISOString().slice(0, 10);
    return recordStart(db, { name, kind: "physical", place: "/backups", startedAt });
  };
  await recordEnd(db, await start(1), { bytes: 1, images: 0 });
  await recordEnd(db, await start(2), { error: "The disk is full." });
  await start(3);
  await start(4);
  const rows = await db.select().from(backupTable).orderBy(backupTable.startedAt);
  expect(rows.map(({ name, error, finishedAt }) => [name, error, finishedAt !== null])).toEqual([
    ["2026-11-01", null, true],
    ["2026-11-02", "The disk is full.", true],
    ["2026-11-03", "It was interrupted.", true],
    ["2026-11-04", null, false],
  ]);
  expect(await readBackupState(db)).toMatchObject({
    lastGood: { name: "2026-11-01" },
    lastAttempt: { name: "2026-11-04" },
  });
});

test("the newest backup is the one that was made last, also after the clock was put back", async () => {
  const { db } = shop.deps;
  const make = async (name: string, hours: number) => {
    const startedAt = new Date(Date.now() + hours * 3_600_000);
    const attempt = { name, kind: "physical" as const, place: "/put back", startedAt };
    await recordEnd(db, await recordStart(db, attempt), { bytes: 1, images: 0 });
    return attempt;
  };
  await make("before", -0.1);
  const after = await make("after", -1);
  expect(await findLastBackupIn(db, "/put back")).toBe("after");
  expect(await readBackupState(db)).toMatchObject({
    lastGood: { name: "after" },
    lastAttempt: { name: "after" },
  });
  await recordUnopened(db, { ...after, name: "unopened", error: "It cannot be reached." });
  expect(await readBackupState(db)).toMatchObject({
    lastGood: { name: "after" },
    lastAttempt: { name: "unopened" },
  });
  // Of the version before attempts were counted.
  await db.execute(sql`update backup set ordinal = null where name = 'before'`);
  expect(await findLastBackupIn(db, "/put back")).toBe("after");
});

test("records a backup in the database of an earlier version, which has no warnings and counts none", async () => {
  const { db } = shop.deps;
  await db.execute(sql`alter table backup drop column warning, drop column ordinal`);
  const startedAt = new Date("2026-11-05T02:30:00Z");
  await recordStart(db, { name: "early", kind: "physical", place: "/backups", startedAt });
  await recordWarning(db, "early", "The newest one is missing.");
  const { rows } = await db.execute(
    sql`select kind, place, started_at::text from backup where name = 'early'`,
  );
  expect(rows).toEqual([
    { kind: "physical", place: "/backups", started_at: "2026-11-05 02:30:00+00" },
  ]);
});

test("a backup that was made while the clock was ahead is not the newest", async () => {
  const { db } = shop.deps;
  for (const [name, days] of [
    ["of today", 0],
    ["of next month", 30],
  ] as const) {
    const startedAt = new Date(Date.now() - 60_000 + days * 86_400_000);
    const id = await recordStart(db, { name, kind: "physical", place: "/ahead", startedAt });
    await recordEnd(db, id, { bytes: 1, images: 0 });
  }
  expect(await findLastBackupIn(db, "/ahead")).toBe("of today");
});
