import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { writeHistory, writeTimeline } from "../archive/archive-files.ts";
import { runBackup } from "../command/backup-command.ts";
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

const wal = (...parts: string[]) => join(folder.path, "place", "wal", "7", ...parts);
const dayOf = (day: number) => new Date(Date.UTC(2026, 10, day, 10));

/** A place with two backups of the embedded database, and the log of the next day on two timelines. */
async function archiveDays(): Promise<{ older: string; newer: string }> {
  vi.stubEnv("DATABASE_URL", "");
  const repository = await openPlace();
  const segmentBytes = 16 * 1024 * 1024;
  const log = { systemId: "7", timeline: 1, startLsn: "0/1000000", segmentBytes };
  const backUp = async (number: number, endLsn: string) => {
    const startedAt = dayOf(20 + number);
    const backup = aManifest({ startedAt, number, log: { ...log, endLsn } });
    await writeManifest(repository, backup);
    await recordNewest(repository, backup);
    return backup.name;
  };
  const older = await backUp(1, "0/1000100");
  const newer = await backUp(2, "0/2000100");
  for (const timeline of [1, 2]) {
    const since = dayOf(20 + timeline);
    const until = dayOf(22 + timeline);
    await writeTimeline(repository, "7", { timeline, since, until, lsn: "0/5000100" });
    await repository.write(`wal/7/0000000${timeline}0000000000000004`, Buffer.from("log"));
  }
  const text = Buffer.from("1\t0/4000000\tno recovery target specified\n");
  await writeHistory(repository, "7", { timeline: 2, text });
  return { older, newer };
}

const damage = (name: string) => writeFileSync(wal(`${name}.gz.enc`), "damaged");

/** What a restore says that begins. The backups of these tests have no database. */
async function begin(...words: string[]): Promise<string> {
  printed = [];
  expect(await runRestore(words)).toBe(1);
  return printed.join("\n");
}

test.each(["00000002.state", "00000002.history"])(
  "says how to restore without an archived log whose %s is damaged",
  async (file) => {
    const { older, newer } = await archiveDays();
    expect(await begin()).toContain(`restoring ${newer} and the log up to 2026-11-24`);
    damage(file);
    const message = new RegExp(`${file} in .* damaged.* name a backup or a time with --to[.]`);
    const refused = await begin();
    expect(refused).toMatch(message);
    expect(refused).not.toContain("restoring");
    expect(refused).not.toContain("--allow-older");
    expect(await runRestore(["--list"])).toBe(0);
    expect(printed).toContainEqual(expect.stringMatching(`can be restored .*: ${older}, ${newer}`));
    for (const [words, done] of [
      [["--to", older], `restoring ${older}`],
      [["--to", "2026-11-23 09:00"], `restoring ${newer} and the log up to 2026-11-23 09:00`],
      [["--allow-older"], `restoring ${newer} and the log up to 2026-11-23 10:00`],
    ] as const) {
      const output = await begin(...words);
      expect(output).toMatch(message);
      expect(output).toContain(done);
    }
    expect(await begin("--to", "2026-11-24 09:00")).toContain("cannot be restored to 2026-11-24");
  },
);

test.each([[["--allow-older"]], [["--to", "2026-11-23 09:00"]]])(
  "%s says that a later history is left out, whose newest state may be the wanted one",
  async (words) => {
    const { newer } = await archiveDays();
    expect(await begin(...words)).not.toContain("Warning");
    damage("00000002.state");
    const output = await begin(...words);
    expect(output).toMatch(/Warning: .* has log of a later history .*00000002[.]history.*left out/);
    expect(output).toContain(`restoring ${newer} and the log`);
    expect(await begin("--to", newer)).not.toContain("Warning");
  },
);

test("restores the log of a timeline whose history is lost from a backup of its own", async () => {
  await archiveDays();
  const repository = await openPlace();
  const log = { systemId: "7", timeline: 2, startLsn: "0/4000028", segmentBytes: 2 ** 24 };
  const own = aManifest({ startedAt: dayOf(23), number: 3, log: { ...log, endLsn: "0/4000100" } });
  await writeManifest(repository, own);
  await recordNewest(repository, own);
  damage("00000002.history");
  const output = await begin();
  expect(output).toContain(`this log is used from its first backup ${own.name} on`);
  expect(output).toContain(`restoring ${own.name} and the log up to 2026-11-24`);
});

test("a history of the first timeline, which the shop never writes, stops no restore", async () => {
  const { newer } = await archiveDays();
  damage("00000001.history");
  const output = await begin();
  expect(output).toContain(`restoring ${newer} and the log up to`);
  expect(output).not.toContain("damaged");
});

test("a damaged backup is named by --list, and does not keep --images-only from its work", async () => {
  const { older, newer } = await archiveDays();
  const file = join(folder.path, "place", "backups", older, "manifest.json.gz.enc");
  writeFileSync(file, "damaged");
  expect(await runRestore(["--list"])).toBe(0);
  expect(printed[0]).toMatch(`backups/${older}/manifest.json is damaged`);
  expect(printed).toContainEqual(expect.stringContaining(`  ${newer}  state of`));
  expect(await begin()).toContain(`Move the folder backups/${older} out of the place`);
  vi.stubEnv("DATABASE_URL", database.url);
  await migrate(database.url);
  expect(await runRestore(["--images-only"])).toBe(0);
  expect(printed.at(-1)).toBe("Images: 0 copied back, 0 were still there.");
});

test("an older place is not accepted in silence because its log is damaged, too", async () => {
  const { older, newer } = await archiveDays();
  rmSync(join(folder.path, "place", "backups", newer), { recursive: true });
  damage("00000002.state");
  const missing = `The newest backup of this shop, ${newer}, is missing`;
  const refused = await begin("--to", older);
  expect(refused).toContain(missing);
  expect(refused).not.toContain("restoring");
  const output = await begin("--allow-older");
  expect(output).toContain(`Warning: ${missing}`);
  expect(output).toMatch(/Warning: .* has lost the record of them .*00000002[.]state/);
  expect(output).toContain(`restoring ${older}`);
});

test("settings says that the newest backup is missing, also if that is accepted", async () => {
  const { older, newer } = await archiveDays();
  rmSync(join(folder.path, "place", "backups", newer), { recursive: true });
  expect(await runBackup(["settings"])).toBe(1);
  printed = [];
  expect(await runBackup(["settings", "--allow-older"])).toBe(0);
  expect(printed[0]).toContain(`Warning: The newest backup of this shop, ${newer}, is missing`);
  expect(printed[1]).toContain(older);
});

test("does not take an older backup of the other kind of database for the latest state", async () => {
  const { newer } = await archiveDays();
  const repository = await openPlace();
  const dump = aManifest({ startedAt: dayOf(25), number: 3, kind: "dump" });
  await writeManifest(repository, dump);
  await recordNewest(repository, dump);
  const message =
    /The newest backup in .* is of an external database[.] Set DATABASE_URL to restore it[.] .*name an older backup or a time with --to[.]/;
  const refused = await begin();
  expect(refused).toMatch(message);
  expect(refused).not.toContain("restoring");
  expect(await begin("--to", newer)).toContain(`restoring ${newer}`);
  expect(await begin("--to", "2026-11-23 09:00")).toContain(
    `restoring ${newer} and the log up to 2026-11-23 09:00`,
  );
  const output = await begin("--allow-older");
  expect(output).toMatch(message);
  expect(output).toContain(`restoring ${newer} and the log up to 2026-11-24`);
});

test("a place without any backup of this kind of database is refused", async () => {
  await archiveDays();
  vi.stubEnv("DATABASE_URL", database.url);
  for (const words of [[], ["--allow-older"], ["--to", "2026-11-23 09:00"]])
    expect(await begin(...words)).toMatch(
      /^Every backup in .* is of the embedded database[.] Restore it without DATABASE_URL[.]$/m,
    );
});
