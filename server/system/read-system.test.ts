import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SystemState } from "#shared/system/system-contract.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readServerSafety } from "./server-safety-store.ts";

test("System warns of an old backup and of backups beside the data", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "marque-beside-"));
  const shop = await createTestApp({
    ...{ DATA_DIR: path.join(folder, "data"), BACKUP_URL: path.join(folder, "backups") },
  });
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const warnings = async () => {
    const { body } = await shop.call("GET", "/api/system", { token });
    return (body as SystemState).warnings.map(({ setting, problem }) => `${setting}: ${problem}`);
  };
  expect(await warnings()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Backups: No backup by the shop\./),
      expect.stringMatching(/^BACKUP_URL: The backups are on the disk of DATA_DIR\./),
    ]),
  );
  await shop.deps.db.execute(sql`
    insert into backup (name, kind, place, started_at, finished_at, verified_at)
    values ('old', 'dump', '/nowhere', now() - interval '300 days', now(), now())`);
  expect(await warnings()).toContainEqual(
    expect.stringMatching(/^Backups: The newest backup by the shop is 300 days old\./),
  );
  await shop.close();
  rmSync(folder, { recursive: true });
});

test("reads PostgreSQL's settings as the shop's connections have them", async () => {
  const shop = await createTestApp();
  const name = new URL(shop.databaseUrl).pathname.slice(1);
  for (const [setting, waitsForCommit] of [
    ["on", true],
    ["off", false],
    ["local", true],
  ] as const) {
    await shop.deps.pool.query(`alter database "${name}" set synchronous_commit = ${setting}`);
    const { db, pool } = connectDatabase(shop.databaseUrl, 1);
    expect(await readServerSafety(db)).toMatchObject({ waitsForCommit, isLogArchived: false });
    await pool.end();
  }
  await shop.close();
});
