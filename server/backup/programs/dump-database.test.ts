import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { makeBackup } from "../make-backup.ts";
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
const asked = { name: null, filesOnly: false, imageSample: null, say: quiet };
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
  const held = await server.pool.connect();
  await expect(restore(true)).rejects.toThrow("has connections. Stop all processes of the shop");
  held.release();
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

test("names the package that is missing", () => {
  expect(() => findProgram("pg_dump", 99)).toThrow(
    "pg_dump 99 or newer is not installed, and a database of PostgreSQL 99 needs it. On Debian and Ubuntu: apt install postgresql-client-99.",
  );
});
