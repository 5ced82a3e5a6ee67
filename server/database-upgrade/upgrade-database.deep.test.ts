import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
} from "#testing/backup/database-in-folder.ts";
import { clusterVersion } from "#server/platform/embedded-postgres/cluster-version.ts";
import { runUpgradeDatabase } from "#server/upgrade-database-command.ts";
import { openSimulatorDatabase } from "#simulators/payment-provider/state/database-store.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const oldBin = ["15", "16", "17"]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => existsSync(folder));
if (!oldBin)
  console.log("no upgrade from an older PostgreSQL: install postgresql-15 (or 16, 17) to test it");

let folder: ReturnType<typeof makeFolder>;
let output: string;

beforeEach(() => {
  folder = makeFolder();
  output = "";
  vi.stubEnv("DATA_DIR", folder.path);
  vi.stubEnv("DATABASE_URL", "");
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => {
      output += `${String(line)}\n`;
    });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  folder.remove();
});

/** A shop on the older PostgreSQL. */
async function makeOldShop(): Promise<void> {
  const old = await openDatabaseIn(folder.path, { binDirectory: oldBin! });
  await addAccounts(old, "old 'quoted' \\ text\nwith a line", 250);
  await old.db.execute(
    sql`insert into audit (actor_id, action) select id, 'test' from account limit 3`,
  );
  const simulator = await openSimulatorDatabase(old.connectionString, console);
  await simulator.end();
  await old.stop();
}

const versionNow = () => clusterVersion(join(folder.path, "postgres", "cluster"));

test.runIf(oldBin)(
  "moves a database of an older PostgreSQL with every row, keeps the old one, and goes back to it",
  async () => {
    await makeOldShop();
    const oldVersion = versionNow();
    await expect(openDatabaseIn(folder.path)).rejects.toThrow("run npm run upgrade-database");

    expect(await runUpgradeDatabase(["--old-bin", oldBin!]), output).toBe(0);
    expect(output).toContain("compared with the original");
    expect(versionNow()).toBeGreaterThan(oldVersion!);
    const upgraded = await openDatabaseIn(folder.path);
    expect(await countAccounts(upgraded)).toEqual({ "old 'quoted' \\ text\nwith a line": 250 });
    const { rows } = await upgraded.db.execute(
      sql`select (select count(*)::int from audit) as audit, (select count(*)::int from payment_simulator.setting) as settings`,
    );
    expect(rows[0]).toMatchObject({ audit: 3 });
    // Sequences and triggers go on.
    await addAccounts(upgraded, "new", 2);
    await expect(upgraded.db.execute(sql`delete from audit`)).rejects.toThrow();
    await upgraded.stop();

    expect(await runUpgradeDatabase([])).toBe(0);
    expect(output).toContain("already");
    expect(await runUpgradeDatabase(["--undo"]), output).toBe(0);
    expect(versionNow()).toBe(oldVersion);
    expect(await runUpgradeDatabase(["--remove-old"])).toBe(1);
    expect(await runUpgradeDatabase(["--old-bin", oldBin!]), output).toBe(0);
    expect(await runUpgradeDatabase(["--remove-old"]), output).toBe(0);
    const names = readdirSync(folder.path).filter((name) => name.includes("before-upgrade"));
    expect(names).toEqual([]);
  },
);

test.runIf(oldBin)(
  "changes nothing if the database has something that would be lost, or is running",
  async () => {
    await makeOldShop();
    const old = await openDatabaseIn(folder.path, { binDirectory: oldBin! });
    expect(await runUpgradeDatabase(["--old-bin", oldBin!])).toBe(1);
    expect(output).toContain("is running. Stop the shop first");
    await old.db.execute(sql`alter table account add column note text`);
    await old.stop();
    expect(await runUpgradeDatabase(["--old-bin", oldBin!])).toBe(1);
    expect(output).toContain("public.account.note");
    const again = await openDatabaseIn(folder.path, { binDirectory: oldBin! });
    await again.db.execute(sql`alter table account drop column note`);
    await again.db.execute(sql`create schema reports`);
    await again.stop();
    expect(await runUpgradeDatabase(["--old-bin", oldBin!])).toBe(1);
    expect(output).toContain("schemas that the program did not create: reports");
    expect(readdirSync(folder.path).toSorted()).toEqual(["postgres"]);
  },
);

test("says what is missing if the programs of the older version are not there", async () => {
  expect(await runUpgradeDatabase([])).toBe(1);
  expect(output).toContain("There is no database");
  vi.stubEnv("DATABASE_URL", "postgres://localhost/marque");
  vi.stubEnv("AUTH_SECRET", "a secret of the tests, long enough for them");
  vi.stubEnv("PUBLIC_URL", "https://cars.example");
  expect(await runUpgradeDatabase([])).toBe(1);
  expect(output).toContain("Upgrade that with its own tools");
});
