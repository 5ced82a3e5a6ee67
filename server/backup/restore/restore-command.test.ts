import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { fileOfBackup, partNames, writeManifest } from "../manifest.ts";
import { recordNewest } from "../newest-backup.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository } from "../storage/repository.ts";
import { runRestore } from "./restore-command.ts";

const passphrase = "a passphrase of the tests, long enough";
let folder: ReturnType<typeof makeFolder>;
let database: TestDatabase;
let printed: string[];

beforeEach(async () => {
  folder = makeFolder();
  database = await createDatabase(process.env[serverVariable]!, "template0");
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DATA_DIR", join(folder.path, "shop")).stubEnv(
    "BACKUP_URL",
    join(folder.path, "place"),
  );
  vi.stubEnv("DATABASE_URL", database.url).stubEnv("PUBLIC_URL", "https://cars.example");
  vi.stubEnv("BACKUP_PASSPHRASE", passphrase);
  vi.stubEnv("AUTH_SECRET", "a secret of the tests, long enough for them");
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await database.drop();
  folder.remove();
});

const openPlace = () =>
  openRepository(openFolderPlace(join(folder.path, "place")), {
    passphrase,
    create: { encrypted: true },
  });

/** A place with a backup whose dump is this text. */
async function backUp({ major = 15, url = "https://cars.example" } = {}): Promise<void> {
  const repository = await openPlace();
  const at = new Date("2026-11-22T10:00:00Z");
  const name = "2026-11-22T10-00-00Z";
  const dump = await repository.write(fileOfBackup(name, partNames.dump), Buffer.from("no dump"));
  const shop = { settings: { PUBLIC_URL: url }, authSecret: null, databasePassword: null };
  const files = [{ name: partNames.dump, ...dump }];
  const server = { version: `${major}.1`, major };
  const manifest = aManifest({ startedAt: at, kind: "dump", files, shop, ...server });
  await writeManifest(repository, manifest);
  await recordNewest(repository, manifest);
}

test("one line names a program that is missing", async () => {
  await backUp({ major: 99 });
  expect(await runRestore([])).toBe(1);
  expect(printed.at(-1)).toMatch(/^pg_restore 99 or newer is not installed, .* on the PATH[.]$/);
});

const hasProgram = existsSync("/usr/lib/postgresql/15/bin/pg_restore");

test.runIf(hasProgram)("one line says that a dump cannot be read", async () => {
  await backUp();
  expect(await runRestore([])).toBe(1);
  expect(printed.at(-1)).toMatch(/^pg_restore failed: pg_restore: error: .*valid archive.*$/);
});

test.each([
  ["https://cars.example", /^the backup is of the shop at https:\/\/cars[.]example$/],
  [
    "https://other.example",
    /is of the shop at https:\/\/other.*, but PUBLIC_URL is https:\/\/cars/,
  ],
])("says that the backup is of the shop at %s", async (url, message) => {
  await backUp({ url, major: 99 });
  expect(await runRestore([])).toBe(1);
  expect(printed).toContainEqual(expect.stringMatching(message));
});

/** A place with a backup of the embedded database whose record of the archived log is damaged. */
async function damageArchive(): Promise<string> {
  vi.stubEnv("DATABASE_URL", "");
  const repository = await openPlace();
  const log = { systemId: "7", timeline: 1, startLsn: "0/1000000", endLsn: "0/1000100" };
  const manifest = aManifest({ log: { ...log, segmentBytes: 16 * 1024 * 1024 } });
  await writeManifest(repository, manifest);
  await recordNewest(repository, manifest);
  const wal = join(folder.path, "place", "wal", "7");
  mkdirSync(wal, { recursive: true });
  writeFileSync(join(wal, "00000001.state.gz.enc"), "damaged");
  await repository.write("wal/7/000000010000000000000004", Buffer.from("log"));
  return manifest.name;
}

test("says how to restore without an archived log whose record is damaged", async () => {
  const name = await damageArchive();
  const message =
    /00000001[.]state in .* is damaged.* name a backup \(--to\), or add --allow-older[.]$/;
  expect(await runRestore([])).toBe(1);
  expect(printed.at(-1)).toMatch(message);
  expect(await runRestore(["--list"])).toBe(0);
  expect(printed).toContainEqual(expect.stringMatching(`can be restored by name: ${name}[.]$`));
  for (const words of [["--to", name], ["--allow-older"]]) {
    printed = [];
    expect(await runRestore(words)).toBe(1);
    expect(printed).toContainEqual(expect.stringMatching(message));
    // The backup of this test has no database.
    expect(printed).toContain(`restoring ${name}`);
  }
});

test("does not take an older backup of the other kind of database for the latest state", async () => {
  await backUp();
  const repository = await openPlace();
  const startedAt = new Date("2026-11-23T10:00:00Z");
  const newest = aManifest({ startedAt, number: 2 });
  await writeManifest(repository, newest);
  await recordNewest(repository, newest);
  expect(await runRestore([])).toBe(1);
  expect(printed.at(-1)).toMatch(
    /^The newest backup in .* is of the embedded database[.] Restore it without DATABASE_URL[.] .*--to[.]$/,
  );
  expect(await runRestore(["--to", "2026-11-22T10-00-00Z"])).toBe(1);
  expect(printed).toContain("restoring 2026-11-22T10-00-00Z");
});
