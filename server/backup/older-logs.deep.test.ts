import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { listTimelines } from "./archive/archive-files.ts";
import { archiveLog } from "./archive/archive-log.ts";
import { readArchivedLog, readLogEnd } from "./backup-store.ts";
import type { ExpectedPlace } from "./expected-place.ts";
import { makeBackup } from "./make-backup.ts";
import { readBackupState } from "./public.ts";
import { runRestore } from "./restore/restore-command.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository, readWhole, type Repository } from "./storage/repository.ts";
import { tryBackup } from "./trial/try-backup.ts";
import { tryConfigured } from "./trial/try-backup-command.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const passphrase = "a passphrase of the tests, long enough";
let folder: ReturnType<typeof makeFolder>;
let systemId: string;
let expected: ExpectedPlace;
/** After all but the last changes. */
let between: Date;
/** After the first of the changes that have a segment each. */
let afterFirst: Date;
let printed: string[];

const at = (...parts: string[]) => join(folder.path, ...parts);
const wal = (root: string, ...parts: string[]) => at(root, "wal", systemId, ...parts);
const segmentsOf = (root: string) =>
  readdirSync(wal(root))
    .filter((name) => /^[0-9A-F]{24}\./.test(name))
    .toSorted();

/** A place with a backup and five archived segments, and copies of it from before. */
beforeAll(async () => {
  folder = makeFolder();
  const shop = await openDatabaseIn(at("shop"));
  const repository = await open("place");
  const stop = new AbortController();
  const archiving = archiveLog(
    {
      db: shop.db,
      directUrl: shop.directUrl,
      repository,
      intervalMs: 200,
      copyImages: async () => undefined,
      onGap: async () => undefined,
    },
    { signal: stop.signal, onStored: () => undefined },
  );
  await vi.waitFor(
    async () => expect((await readBackupState(shop.db)).archive?.isRunning).toBe(true),
    { timeout: 30_000 },
  );
  const backup = await makeBackup(shop, repository, { say: () => undefined, keep: null });
  systemId = backup.log!.systemId;
  await addAndCopy(shop, repository, { name: "early", count: 5, copy: "early" });
  await addAndCopy(shop, repository, { name: "late", count: 500, copy: "late" });
  expected = { lastBackup: backup.name, log: await readArchivedLog(shop.db) };
  for (const name of ["first", "second", "third"]) {
    await shop.db.execute(sql`select pg_switch_wal()`);
    await addAccounts(shop, name, 50);
    if (name === "first") afterFirst = (await readLogEnd(shop.db)).at;
  }
  await shop.db.execute(sql`select pg_switch_wal()`);
  between = new Date();
  await sleep(1_500);
  await addAndCopy(shop, repository, { name: "last", count: 3, copy: "original" });
  stop.abort();
  await archiving;
  await shop.stop();
});

afterAll(() => folder.remove());

beforeEach(() => {
  rmSync(at("place"), { recursive: true, force: true });
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DEMO", "0").stubEnv("BACKUP_URL", at("place")).stubEnv("DATA_DIR", at("restored"));
  vi.stubEnv("BACKUP_PASSPHRASE", passphrase).stubEnv("BACKUP_TRIAL_FOLDER", at("scratch"));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of ["scratch", "restored"])
    rmSync(at(name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const open = (root: string) =>
  openRepository(openFolderPlace(at(root)), { passphrase, create: { encrypted: true } });

/** Adds accounts, waits until they are archived, and copies the place. */
async function addAndCopy(
  shop: DatabaseInFolder,
  repository: Repository,
  { name, count, copy }: { name: string; count: number; copy: string },
): Promise<void> {
  await addAccounts(shop, name, count);
  const now = new Date();
  await vi.waitFor(
    async () => {
      const [timeline] = await listTimelines(repository, systemId);
      expect(Number(timeline?.until)).toBeGreaterThan(Number(now));
    },
    { timeout: 60_000 },
  );
  cpSync(at("place"), at(copy), { recursive: true });
}

/** Puts the state `from` in place, with the current segment as it was in the early copy. */
function rollBackSegment(from: string): void {
  cpSync(at(from), at("place"), { recursive: true });
  const stale = segmentsOf("early").at(-1)!;
  cpSync(wal("early", stale), wal("place", stale));
}

async function expectRefused(args: string[], message: RegExp): Promise<void> {
  expect(await runRestore(args)).toBe(1);
  expect(printed.at(-1)).toMatch(message);
  expect(existsSync(at("restored", "postgres"))).toBe(false);
}

test("an untouched archive is restored, also to a time", async () => {
  cpSync(at("original"), at("place"), { recursive: true });
  expect(await runRestore(["--to", between.toISOString()])).toBe(0);
  const shop = await openDatabaseIn(at("restored"));
  expect(await countAccounts(shop)).toMatchObject({ early: 5, late: 500, third: 50 });
  await shop.stop();
});

test("an older copy of the current segment is refused", async () => {
  rollBackSegment("late");
  expect(segmentsOf("early").at(-1)).toBe(segmentsOf("late").at(-1));
  await expectRefused([], /archived log is damaged: .* bytes instead of .*older copy/);
  expect(await tryConfigured(expected)).toMatchObject({
    error: expect.stringMatching(/older copy/) as string,
  });
});

test("an older copy of a segment before the last is refused, also for a restore to a time", async () => {
  rollBackSegment("original");
  await expectRefused([], /bytes instead of 16777216/);
  await expectRefused(["--to", between.toISOString()], /bytes instead of 16777216/);
});

test("a restore to a time is refused if the log ends long before it is said to", async () => {
  cpSync(at("original"), at("place"), { recursive: true });
  const repository = await open("place");
  const name = `wal/${systemId}/${segmentsOf("early").at(-1)!.replace(".gz.enc", "")}`;
  const stale = await readWhole(await open("early"), name);
  await repository.write(name, Buffer.concat([stale!], 16 * 1024 * 1024));
  await expectRefused(["--to", between.toISOString()], /could apply only a part of it/);
});

test("a restore to a time does without the log after it, and says what is missing of the log before it", async () => {
  cpSync(at("original"), at("place"), { recursive: true });
  const lost = segmentsOf("place").at(-2)!;
  rmSync(wal("place", lost));
  const name = lost.replace(".gz.enc", "");
  await expectRefused([], new RegExp(`log is incomplete: .*${name} is missing`));
  await expectRefused(
    ["--to", between.toISOString()],
    new RegExp(`cannot be restored to .*${name} is missing.* last change before them is of 20`),
  );
  expect(await runRestore(["--list"])).toBe(0);
  expect(printed.at(-1)).toContain(`The archived log lacks ${name}.`);
  expect(await runRestore(["--to", afterFirst.toISOString()])).toBe(0);
  const shop = await openDatabaseIn(at("restored"));
  expect(await countAccounts(shop)).toEqual({ early: 5, late: 500, first: 50 });
  await shop.stop();
});

test("a log whose record is gone is refused, and left out only by saying so", async () => {
  cpSync(at("original"), at("place"), { recursive: true });
  rmSync(wal("place", "00000001.state.gz.enc"));
  const message = /has archived changes after the newest backup, but has lost the record of them/;
  await expectRefused([], message);
  const withoutLog = { lastBackup: expected.lastBackup, log: null };
  expect(await tryConfigured(withoutLog)).toMatchObject({
    error: expect.stringMatching(message) as string,
  });
  expect(await runRestore(["--allow-older"])).toBe(0);
});

test("a damaged record of another history stops a trial, and not one of a named backup", async () => {
  cpSync(at("original"), at("place"), { recursive: true });
  writeFileSync(wal("place", "00000002.state.gz.enc"), "damaged");
  const message = expect.stringMatching(/00000002[.]state .* is damaged.* with --backup/) as string;
  expect(await tryConfigured(expected)).toMatchObject({ error: message });
  const output: string[] = [];
  const trial = await tryBackup(await open("place"), {
    name: expected.lastBackup,
    scratch: at("scratch"),
    filesOnly: false,
    imageSample: null,
    expected,
    allowOlder: false,
    say: (line) => output.push(line),
  });
  expect(trial).toMatchObject({ backup: expected.lastBackup, database: { hasLog: true } });
  expect(output).toContainEqual(message);
});
