import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { fileOfBackup, partNames, writeManifest, type Manifest } from "../manifest.ts";
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

/** A place with a backup whose dump is this text. */
async function backUp({ major = 15, url = "https://cars.example" } = {}): Promise<void> {
  const repository = await openRepository(openFolderPlace(join(folder.path, "place")), {
    passphrase,
    create: { encrypted: true },
  });
  const at = new Date("2026-11-22T10:00:00Z");
  const name = "2026-11-22T10-00-00Z";
  const dump = await repository.write(fileOfBackup(name, partNames.dump), Buffer.from("no dump"));
  const manifest: Manifest = {
    format: 2,
    number: 1,
    name,
    kind: "dump",
    startedAt: at,
    consistentAt: at,
    finishedAt: at,
    version: `${major}.1`,
    major,
    migrations: { count: 1, last: 1 },
    counts: {},
    log: null,
    files: [{ name: partNames.dump, ...dump }],
    unpackedBytes: 1,
    images: 0,
    shop: { settings: { PUBLIC_URL: url }, authSecret: null, databasePassword: null },
  };
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
