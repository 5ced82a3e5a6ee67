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
    DATA_DIR: path.join(folder, "data"),
    BACKUP_URL: path.join(folder, "backups"),
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

test("System has the backups, the emails and the certificates of the database", async () => {
  const shop = await createTestApp();
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);
  await run(sql`
    insert into backup (name, kind, place, started_at, finished_at, verified_at, restored_at, error) values
      ('tried', 'dump', '/b', '2026-11-15T02:30:00Z', now(), now(), '2026-11-20T04:30:00Z', null),
      ('good', 'dump', '/b', '2026-11-21T02:30:00Z', now(), '2026-11-21T02:31:00Z', null, null),
      ('bad', 'dump', '/b', '2026-11-22T02:30:00Z', now(), null, null, 'The disk is full.')`);
  await run(sql`insert into trial_restore (place, started_at, finished_at, error)
    values ('/b', now(), now(), 'The place cannot be reached.')`);
  await run(sql`insert into outbound_certificate (service, address, expires_at)
    values ('email', 'mail.example:465', '2027-01-01T00:00:00Z')`);
  await run(sql`insert into email (id, kind, to_address, subject, text, html, created_at, next_attempt_at)
    values (gen_random_uuid(), 'test', 'a@cars.example', 's', 't', 'h', now() - interval '1 hour', now())`);

  const { status, body } = await shop.call("GET", "/api/system", { token });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    versions: { node: process.version, database: expect.stringMatching(/^\d+[.]\d+/) },
    database: { isEmbedded: expect.any(Boolean), role: "primary", replicas: [] },
    emails: { unsent: 1 },
    backups: {
      last: { at: "2026-11-21T02:30:00.000Z", verifiedAt: "2026-11-21T02:31:00.000Z" },
      lastRestored: { at: "2026-11-20T04:30:00.000Z", backup: "tried" },
      problem: "The disk is full.",
      warning: null,
      trialProblem: "The place cannot be reached.",
    },
    certificates: [
      { service: "email", address: "mail.example:465", expiresAt: "2027-01-01T00:00:00.000Z" },
    ],
  });
  const { versions, emails } = body as SystemState;
  expect(versions.schema.migrations).toBe(versions.schema.needed);
  expect(emails.oldest).toBeGreaterThan(3_500);

  const warn = (days: number) =>
    run(sql`insert into backup (name, kind, place, started_at, warning)
      values ('warned', 'dump', '/b', now() - ${days} * interval '1 day', ${`Before ${days} days`})`);
  const warning = async () =>
    ((await shop.call("GET", "/api/system", { token })).body as SystemState).backups.warning;
  await warn(7.1);
  expect(await warning()).toBeNull();
  await warn(6.9);
  expect(await warning()).toBe("Before 6.9 days");
  await shop.close();
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
