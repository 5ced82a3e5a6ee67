import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
} from "#testing/backup/database-in-folder.ts";
import { startCommand } from "#testing/backup/shop-process.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { readPostmaster } from "#server/platform/embedded-postgres/postmaster-file.ts";
import { clusterVersion } from "#server/platform/embedded-postgres/cluster-version.ts";
import { upgradeDatabase } from "./upgrade-database.ts";
import { runUpgradeDatabase } from "#server/start/upgrade-database-command.ts";
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

/** Runs the upgrade in a process of its own, until both of its servers are ready. */
async function startUpgrade(program: string) {
  const env = { DATA_DIR: folder.path };
  const { child, output: commandOutput } = startCommand(
    program,
    ["upgrade-database", "--old-bin", oldBin!],
    env,
  );
  const draft = `upgrading-${child.pid}`;
  const servers = ["", draft].map((name) => join(folder.path, name, "postgres", "cluster"));
  const ready = vi.waitFor(
    () => {
      const postmasters = servers.map(readPostmaster);
      expect(postmasters.map((server) => server?.status)).toEqual(["ready", "ready"]);
      return postmasters.map((server) => server!.pid);
    },
    { timeout: 120_000, interval: 10 },
  );
  const ended = once(child, "exit");
  const pids = await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`It ended before: ${commandOutput()}`))),
  ]);
  return { child, ended, output: commandOutput, pids };
}

test.runIf(oldBin)(
  "an upgrade that ends by a signal or is killed leaves nothing that the next one does not end, and nothing is written meanwhile",
  async () => {
    const bundle = await bundleProgram("backup/run-program");
    try {
      await makeOldShop();
      const ended = await startUpgrade(bundle.program);
      ended.child.kill("SIGTERM");
      expect(await ended.ended, ended.output()).toEqual([1, null]);
      expect(ended.output()).toContain("interrupted. Nothing was changed");
      expect(ended.pids.map(isRunning)).toEqual([false, false]);
      expect(readdirSync(folder.path)).toEqual(["postgres"]);

      const killed = await startUpgrade(bundle.program);
      killed.child.kill("SIGKILL");
      await killed.ended;
      expect(killed.pids.map(isRunning)).toEqual([true, true]);
      await expectReadOnly();

      expect(await runUpgradeDatabase(["--old-bin", oldBin!]), output).toBe(0);
      expect(killed.pids.map(isRunning)).toEqual([false, false]);
      const names = readdirSync(folder.path).toSorted();
      expect(names).toEqual(["postgres", expect.stringMatching(/^postgres-\d+-before-upgrade-/)]);
      const upgraded = await openDatabaseIn(folder.path);
      await addAccounts(upgraded, "new", 1);
      await upgraded.stop();
    } finally {
      bundle.remove();
    }
  },
);

/** An old version of the shop that is started during an upgrade joins its server. */
async function expectReadOnly(): Promise<void> {
  const { port } = readPostmaster(join(folder.path, "postgres", "cluster"))!;
  const password = readFileSync(join(folder.path, "postgres", "password"), "utf8");
  const shop = connectDatabase(`postgresql://marque:${password}@127.0.0.1:${port}/marque`, 1);
  try {
    await expect(addAccounts(shop, "during the copy", 1)).rejects.toMatchObject({
      cause: { message: "cannot execute INSERT in a read-only transaction" },
    });
  } finally {
    await shop.pool.end();
  }
}

test.runIf(oldBin)(
  "refuses a database whose shop is started while the upgrade begins",
  async () => {
    await makeOldShop();
    const program = `
    import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
    const options = { dataDir: ${JSON.stringify(folder.path)}, binDirectory: ${JSON.stringify(oldBin)}, log: () => undefined };
    await startEmbeddedPostgres(options);
    process.kill(process.pid, "SIGKILL");`;
    const upgrade = upgradeDatabase({
      dataDir: folder.path,
      oldPrograms: oldBin!,
      createSimulatorTables: async () => undefined,
      say: (line) => {
        if (line !== "starting the old database") return;
        const options = ["--import", "tsx", "--input-type=module", "-e", program];
        const { signal, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" });
        expect(signal, stderr).toBe("SIGKILL");
      },
    });
    await expect(upgrade).rejects.toThrow("is running. Stop the shop first");
    expect(readdirSync(folder.path)).toEqual(["postgres"]);
  },
);

test("says what is missing if the programs of the older version are not there", async () => {
  expect(await runUpgradeDatabase([])).toBe(1);
  expect(output).toContain("There is no database");
  vi.stubEnv("DATA_DIR", join(folder.path, "of a new clone"));
  for (const option of [[], ["--undo"], ["--remove-old"]])
    expect(await runUpgradeDatabase(option)).toBe(1);
  expect(output).toContain("of a new clone. Check DATA_DIR. In a new clone there is nothing");
  vi.stubEnv("DATABASE_URL", "postgres://localhost/marque");
  vi.stubEnv("AUTH_SECRET", "a secret of the tests, long enough for them");
  vi.stubEnv("PUBLIC_URL", "https://cars.example");
  expect(await runUpgradeDatabase([])).toBe(1);
  expect(output).toContain("Upgrade that with its own tools");
});
