import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { nothingExpected } from "#testing/backup/nothing-expected.ts";
import { makeBackup } from "../make-backup.ts";
import { nameFor } from "../manifest.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository } from "../storage/repository.ts";
import { restoreExternal } from "../restore/restore-external.ts";
import { tryBackup } from "../trial/try-backup.ts";
import { findProgram } from "./find-programs.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const bin = ["15", "16", "17", "18"]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => existsSync(join(folder, "pg_dump")) && existsSync(join(folder, "postgres")));
if (!bin) console.log("no backup of an external database: install postgresql to test it");

const quiet = () => undefined;
const asked = {
  name: null,
  filesOnly: false,
  imageSample: null,
  say: quiet,
  expected: nothingExpected,
  allowOlder: false,
};
let folder: ReturnType<typeof makeFolder>;
let server: DatabaseInFolder | null;

beforeEach(() => {
  folder = makeFolder();
  server = null;
});

afterEach(async () => {
  await server?.stop();
  folder.remove();
});

const openPlace = (create: boolean) =>
  openRepository(openFolderPlace(join(folder.path, "place")), {
    passphrase: "a passphrase of the tests, long enough",
    create: create ? { encrypted: true } : null,
  });

/** The settings of a shop whose database is this one, on the test's own server. */
function configFor(name: string) {
  const url = new URL(server!.connectionString);
  url.pathname = `/${name}`;
  return loadConfig({
    DATABASE_URL: url.href,
    DATA_DIR: folder.path,
    AUTH_SECRET: "a secret of the tests, long enough for them",
    PUBLIC_URL: "https://cars.example",
  });
}

test.runIf(bin)("backs up an external database and restores it beside the old one", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  await addAccounts(server, "backed up", 30);
  const config = configFor("marque");
  const source = { ...server, config };
  const repository = await openPlace(true);
  const backup = await makeBackup(source, repository, { say: quiet, keep: null });
  expect(backup).toMatchObject({ kind: "dump", log: null });
  expect(backup.counts.account).toBe(30);
  expect(backup.unpackedBytes).toBeGreaterThan(1_000_000);
  await addAccounts(server, "later", 5);

  const scratch = join(folder.path, "scratch");
  const trial = await tryBackup(repository, { ...asked, scratch });
  expect(trial).toMatchObject({ backup: backup.name, kind: "dump", database: { hasLog: false } });
  expect(trial.database!.rows).toBeGreaterThanOrEqual(30);
  expect(readdirSync(scratch)).toEqual([]);

  const into = { config, images: server.images, repository };
  const restore = (replace: boolean) => restoreExternal(into, backup, { replace, say: quiet });
  await expect(restore(false)).rejects.toThrow("With --replace, it is renamed, not deleted");
  // The pool closes idle connections after ten seconds.
  const client = await server.pool.connect();
  await expect(restore(true)).rejects.toThrow("has connections. Stop all processes of the shop");
  client.release();
  await server.pool.end();
  const { check, movedTo } = await restore(true);
  expect(check.problems).toEqual([]);
  expect(movedTo[0]).toMatch(/^the database marque_before_restore_/);

  const aside = /database (\S+)/.exec(movedTo[0]!)![1]!;
  const count = async (name: string) => {
    const { db, pool } = connectDatabase(configFor(name).DATABASE_URL!, 1);
    const counts = await countAccounts({ db });
    await pool.end();
    return counts;
  };
  expect(await count("marque")).toEqual({ "backed up": 30 });
  expect(await count(aside)).toEqual({ "backed up": 30, later: 5 });
});

test.runIf(bin)(
  "a restored older dump goes on with the place's backups, and another database only if told to",
  async () => {
    server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
    const config = configFor("marque");
    const repository = await openPlace(true);
    let last = "";
    const backUpOf = async (database: OpenDatabase, isSameShop = false) => {
      // The name of a backup is a second.
      await vi.waitFor(() => expect(nameFor(new Date())).not.toBe(last), { timeout: 10_000 });
      const source = { ...server!, ...database, config };
      const backup = await makeBackup(source, repository, { say: quiet, keep: null, isSameShop });
      last = backup.name;
      return backup;
    };
    const older = await backUpOf(server);
    const newer = await backUpOf(server);
    await server.pool.end();
    const into = { config, images: server.images, repository };
    await restoreExternal(into, older, { replace: true, say: quiet });

    const restored = connectDatabase(config.DATABASE_URL!, 2);
    const backUp = (isSameShop = false) => backUpOf(restored, isSameShop);
    try {
      expect((await backUp()).number).toBe(newer.number + 1);
      // As a database that another tool put back to before all of these backups.
      await restored.db.execute(sql`delete from backup`);
      await expect(backUp()).rejects.toThrow(
        /has backups of another shop.*npm run backup -- --same-shop/,
      );
      // Other shops make backups in the same second.
      await restored.db.execute(
        sql`insert into backup (name, kind, place, started_at) values (${newer.name}, 'dump', 'elsewhere', ${new Date(+newer.startedAt + 1)})`,
      );
      await expect(backUp()).rejects.toThrow("has backups of another shop");
      expect((await backUp(true)).number).toBe(newer.number + 2);
      expect((await backUp()).number).toBe(newer.number + 3);
    } finally {
      await restored.pool.end();
    }
  },
);

/** A function that runs a command as the server, called by an index that a restore builds. */
async function plantCommand(marker: string): Promise<void> {
  const plpgsql = (text: string) => sql.raw(`language plpgsql as $$ begin ${text} end $$`);
  // An index needs an immutable function, which may not write, but may call one that does.
  await server!.db.execute(
    sql`create function touch_marker() returns void ${plpgsql(`copy (select 1) to program 'touch ${marker}';`)}`,
  );
  await server!.db.execute(
    sql`create function run_command(text) returns text immutable ${plpgsql("perform public.touch_marker(); return $1;")}`,
  );
  await server!.db.execute(sql`create index runs_command on account (run_command(name))`);
}

test.runIf(bin)("a dump runs no command on the server that it is restored into", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  await addAccounts(server, "backed up", 3);
  const markers = join(folder.path, "markers");
  mkdirSync(markers);
  chmodSync(markers, 0o777);
  const marker = join(markers, "marker");
  await plantCommand(marker);
  // It runs here, where a superuser builds the index.
  expect(readdirSync(markers)).toEqual(["marker"]);
  rmSync(marker);
  const config = configFor("marque");
  const repository = await openPlace(true);
  const backup = await makeBackup({ ...server, config }, repository, { say: quiet, keep: null });

  const scratch = join(folder.path, "scratch");
  await expect(tryBackup(repository, { ...asked, scratch })).rejects.toThrow("external program");
  const into = { config: configFor("restored"), images: server.images, repository };
  const restore = restoreExternal(into, backup, { replace: false, say: quiet });
  await expect(restore).rejects.toThrow("external program");
  expect(readdirSync(markers)).toEqual([]);
});

test.runIf(bin)("a restore by a superuser leaves all to it, and no other user", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  const repository = await openPlace(true);
  const source = { ...server, config: configFor("marque") };
  const backup = await makeBackup(source, repository, { say: quiet, keep: null });
  const config = configFor("restored");
  const into = { config, images: server.images, repository };
  await restoreExternal(into, backup, { replace: false, say: quiet });
  const { db, pool } = connectDatabase(config.DATABASE_URL!, 1);
  const owners = await db.execute(
    sql`select distinct tableowner from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')`,
  );
  expect(owners.rows).toEqual([{ tableowner: "marque" }]);
  const users = await db.execute(
    sql`select rolname from pg_roles where starts_with(rolname, 'marque_restore_')`,
  );
  expect(users.rows).toEqual([]);
  await pool.end();
});

test.runIf(bin)("a restore that fails leaves the old database in its place", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  await addAccounts(server, "live", 9);
  const config = configFor("marque");
  const repository = await openPlace(true);
  const backup = await makeBackup({ ...server, config }, repository, { say: quiet, keep: null });
  await server.pool.end();
  const dump = join(folder.path, "place", "backups", backup.name, "database.dump.gz.enc");
  const into = { config, images: server.images, repository };
  // It disappears after it was compared with its hash.
  const say = (line: string) => line.startsWith("copying the database") && rmSync(dump);
  const restore = restoreExternal(into, backup, { replace: true, say });
  await expect(restore).rejects.toThrow("has lost its dump");
  const { db, pool } = connectDatabase(config.DATABASE_URL!, 1);
  expect(await countAccounts({ db })).toEqual({ live: 9 });
  const { rows } = await db.execute(sql`select from pg_database where datname like 'marque_%'`);
  expect(rows).toEqual([]);
  await pool.end();
});

test.runIf(bin)("one line says that a dump lacks rows, and nothing is replaced", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  await addAccounts(server, "live", 9);
  const config = configFor("marque");
  const repository = await openPlace(true);
  const backup = await makeBackup({ ...server, config }, repository, { say: quiet, keep: null });
  await server.pool.end();
  const into = { config, images: server.images, repository };
  const counts = { ...backup.counts, account: 10 };
  const restore = restoreExternal(into, { ...backup, counts }, { replace: true, say: quiet });
  await expect(restore).rejects.toThrow(
    /^The restored database is not sound, so it is not used[.] The table account has 9 rows, and had 10 when the backup began[.]$/,
  );
  const { db, pool } = connectDatabase(config.DATABASE_URL!, 1);
  expect(await countAccounts({ db })).toEqual({ live: 9 });
  await pool.end();
});

test("names the package that is missing", () => {
  expect(() => findProgram("pg_dump", 99)).toThrow(
    "pg_dump 99 or newer is not installed, and a database of PostgreSQL 99 needs it. On Debian and Ubuntu: apt install postgresql-client-99.",
  );
});

test.runIf(bin)("a backup says that earlier ones were removed from its place", async () => {
  server = await openDatabaseIn(join(folder.path, "data"), { binDirectory: bin! });
  const source = { ...server, config: configFor("marque") };
  const repository = await openPlace(true);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const make = () => makeBackup(source, repository, { say: quiet, warn, keep: null });
  await make();
  const second = await make();
  expect(warnings).toEqual([]);
  rmSync(join(folder.path, "place", "backups", second.name), { recursive: true });
  await make();
  expect(warnings).toEqual([
    expect.stringContaining(`The newest backup of this shop, ${second.name}, is missing`),
  ]);
});
