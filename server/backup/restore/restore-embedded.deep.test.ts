import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  countAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { archiveLog } from "../archive/archive-log.ts";
import { listTimelines } from "../archive/archive-files.ts";
import { readBackupState, type BackupState } from "../public.ts";
import { makeBackup } from "../make-backup.ts";
import { listBackups } from "../manifest.ts";
import { pruneBackups } from "../prune-backups.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository, type Repository } from "../storage/repository.ts";
import { readTimelines } from "./fetch-log.ts";
import { planRestore, type RestoreTarget } from "./plan-restore.ts";
import { rehearseRestore } from "./rehearse-restore.ts";
import { restoreEmbedded } from "./restore-embedded.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const passphrase = "a passphrase of the tests, long enough";
const quiet = () => undefined;
const everything = { say: quiet, keep: null };

let original: ReturnType<typeof makeFolder>;
let folder: ReturnType<typeof makeFolder>;
let shop: DatabaseInFolder;
/** Between the accounts named "archived" and those named "later". */
let between: Date;

const openIn = (path: string, create = false) =>
  openRepository(openFolderPlace(path), {
    passphrase,
    create: create ? { encrypted: true } : null,
  });

/** A database with a backup and an archived log after it: 300 accounts before, 200 archived, 100 archived later. */
beforeAll(async () => {
  original = makeFolder();
  shop = await openDatabaseIn(join(original.path, "data"));
  await addAccounts(shop, "backed up", 300);
  writeFileSync(join(original.path, "data", "auth-secret"), "the secret that was backed up");
  const repository = await openIn(join(original.path, "place"), true);
  const stopArchiving = await startArchiving(shop, repository);
  const { log } = await makeBackup(shop, repository, everything);
  await addAccounts(shop, "archived", 200);
  // A segment of its own, so that one in the middle can be lost.
  await shop.db.execute(sql`select pg_switch_wal()`);
  const { rows } = await shop.db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  between = new Date(rows[0]!.now);
  await addAccounts(shop, "later", 100);
  const after = new Date();
  await vi.waitFor(
    async () =>
      expect(+(await listTimelines(repository, log!.systemId))[0]!.until).toBeGreaterThan(+after),
    { timeout: 30_000 },
  );
  await stopArchiving();
});

/** Archives the log of a database. @returns what stops it, once what was received is stored */
async function startArchiving({ db, directUrl }: DatabaseInFolder, repository: Repository) {
  const stop = new AbortController();
  const archiving = archiveLog(
    {
      db,
      directUrl,
      repository,
      copyImages: async () => undefined,
      onGap: async () => undefined,
      intervalMs: 200,
    },
    { signal: stop.signal, onStored: () => undefined },
  );
  await vi.waitFor(async () => expect((await readBackupState(db)).archive?.isRunning).toBe(true), {
    timeout: 30_000,
  });
  return async () => {
    stop.abort();
    await archiving;
  };
}

afterAll(async () => {
  await shop.stop();
  original.remove();
});

beforeEach(() => {
  folder = makeFolder();
  cpSync(join(original.path, "place"), join(folder.path, "place"), { recursive: true });
});

afterEach(() => folder.remove());

const place = () => join(folder.path, "place");
const dataDir = () => join(folder.path, "data");

async function restore(target: RestoreTarget = { kind: "latest" }, replace = false) {
  const repository = await openIn(place());
  const { backups } = await listBackups(repository);
  const timelines = await readTimelines(repository, backups, { say: quiet, mayLeaveOut: false });
  const plan = planRestore(backups, timelines, target);
  const config = { ...shop.config, DATA_DIR: dataDir() };
  const { images } = shop;
  return restoreEmbedded(
    { config, images, repository },
    { plan, timelines },
    { replace, say: quiet },
  );
}

async function countRestored(): Promise<Record<string, number>> {
  const restored = await openDatabaseIn(dataDir());
  try {
    return await countAccounts(restored);
  } finally {
    await restored.stop();
  }
}

const fileWith = (text: string) => {
  const names = readdirSync(place(), { recursive: true }) as string[];
  return join(place(), names.filter((name) => name.includes(text)).toSorted()[0]!);
};

test("restores everything that was archived", async () => {
  const { check, movedTo } = await restore();
  expect(check.problems).toEqual([]);
  expect(movedTo).toEqual([]);
  expect(await countRestored()).toEqual({ "backed up": 300, archived: 200, later: 100 });
});

test("restores the state of a moment, and of a backup", async () => {
  await restore({ kind: "time", time: between });
  expect(await countRestored()).toEqual({ "backed up": 300, archived: 200 });
  const { movedTo } = await restore(await firstBackup(), true);
  expect(await countRestored()).toEqual({ "backed up": 300 });
  expect(movedTo).toHaveLength(1);
  expect(existsSync(join(movedTo[0]!, "cluster", "PG_VERSION"))).toBe(true);
});

test("a second restore of a moment takes no timeline that the archive has from the first", async () => {
  await restore();
  const first = await openDatabaseIn(dataDir());
  const repository = await openIn(place());
  const stopArchiving = await startArchiving(first, repository);
  const numbers = async () =>
    (await listTimelines(repository, await systemOf(first))).map(({ timeline }) => timeline);
  await vi.waitFor(async () => expect(await numbers()).toEqual([1, 2]), { timeout: 30_000 });
  await stopArchiving();
  await first.stop();
  for (const target of [{ kind: "time", time: between } as const, await firstBackup()]) {
    await restore(target, true);
    const second = await openDatabaseIn(dataDir());
    const { rows } = await second.db.execute<{ timeline: number }>(
      sql`select timeline_id as timeline from pg_control_checkpoint()`,
    );
    await second.stop();
    expect(rows).toEqual([{ timeline: 3 }]);
  }
});

test("restores all of a log whose history file is lost, from a backup that has the file, too", async () => {
  await restore({ kind: "time", time: between });
  const first = await openDatabaseIn(dataDir());
  const repository = await openIn(place());
  const stopArchiving = await startArchiving(first, repository);
  const { log } = await makeBackup(first, repository, everything);
  await addAccounts(first, "after the restore", 5);
  const after = new Date();
  const newest = async () => (await listTimelines(repository, log!.systemId)).at(-1)!;
  await vi.waitFor(async () => expect(+(await newest()).until).toBeGreaterThan(+after), {
    timeout: 30_000,
  });
  await stopArchiving();
  await first.stop();
  rmSync(fileWith("00000002.history"));
  await restore({ kind: "latest" }, true);
  const restored = { "backed up": 300, archived: 200, "after the restore": 5 };
  expect(await countRestored()).toEqual(restored);
});

async function systemOf({ db }: DatabaseInFolder): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select system_identifier::text as id from pg_control_system()`,
  );
  return rows[0]!.id;
}

async function firstBackup(): Promise<RestoreTarget> {
  const { name } = (await listBackups(await openIn(place()))).backups[0]!;
  return { kind: "backup", name };
}

test("puts the secret in place together with the database, and not before", async () => {
  mkdirSync(dataDir());
  const secret = join(dataDir(), "auth-secret");
  writeFileSync(secret, "the secret before");
  // The first file of the last step cannot be written.
  const note = join(dataDir(), `replacing-postgres.json.${process.pid}`);
  mkdirSync(note);
  await expect(restore()).rejects.toThrow("EISDIR");
  expect(readFileSync(secret, "utf8")).toBe("the secret before");
  rmSync(note, { recursive: true });
  const { movedTo } = await restore();
  expect(readFileSync(secret, "utf8")).toBe("the secret that was backed up");
  expect(movedTo.map((file) => readFileSync(file, "utf8"))).toEqual(["the secret before"]);
});

test("leaves an existing database alone unless it may be replaced, and always a running one", async () => {
  const running = await openDatabaseIn(dataDir());
  await addAccounts(running, "new", 1);
  await expect(restore({ kind: "latest" }, true)).rejects.toThrow(
    "is running. Stop the shop first",
  );
  await running.stop();
  await expect(restore()).rejects.toThrow("With --replace, it is moved aside");
  expect(await countRestored()).toEqual({ new: 1 });
});

test.each([
  ["a changed file", () => change(fileWith("base.tar")), "base.tar is damaged"],
  ["a file that was cut off", () => truncate(fileWith("base.tar")), "base.tar is damaged"],
  ["a file of another backup", () => exchange("base.tar", "files.json"), "is damaged"],
  ["a lost file", () => rmSync(fileWith("base.tar")), "base.tar is missing"],
  [
    "a lost segment of the log",
    () => removeSegment(),
    /log is incomplete.*can be restored to the backup/,
  ],
  [
    "a damaged segment of the log",
    () => change(segments().at(-1)!),
    /is damaged.*can be restored to the backup/,
  ],
])("refuses %s with a clear error and changes nothing", async (_what, damage, message) => {
  damage();
  await expect(restore()).rejects.toThrow(message);
  expect(readdirSync(dataDir())).toEqual([]);
});

const segments = () =>
  (readdirSync(place(), { recursive: true }) as string[])
    .filter((name) => /wal.*[0-9A-F]{24}/.test(name))
    .toSorted()
    .map((name) => join(place(), name));
const removeSegment = () => rmSync(segments().at(-2)!);

function change(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
}

function truncate(file: string): void {
  truncateSync(file, readFileSync(file).length - 70_000);
}

function exchange(one: string, other: string): void {
  writeFileSync(fileWith(one), readFileSync(fileWith(other)));
}

test("refuses a backup without or with another passphrase", async () => {
  const open = (given: string | null) =>
    openRepository(openFolderPlace(place()), { passphrase: given, create: null });
  await expect(open(null)).rejects.toThrow("are encrypted. Set BACKUP_PASSPHRASE");
  await expect(open("another passphrase of the tests")).rejects.toThrow(
    "does not open the backups",
  );
});

test("finds damage before anyone needs the backup, and rehearses a restore without touching the shop", async () => {
  const repository = await openIn(place());
  const { backups } = await listBackups(repository);
  const rehearse = () =>
    rehearseRestore(
      { repository, parent: join(folder.path, "scratch") },
      { plan: { backup: backups[0]!, log: null }, timelines: [] },
      quiet,
    );
  const { problems, rows } = await rehearse();
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(300);
  expect(readdirSync(join(folder.path, "scratch"))).toEqual([]);
  change(fileWith("base.tar"));
  await expect(rehearse()).rejects.toThrow("is damaged");
});

test("a full disk leaves no backup, a record of the failure, and the older backup", async () => {
  const repository = await openIn(place());
  const full: Repository = {
    ...repository,
    write: async (name, content) => {
      if (!name.endsWith("base.tar")) return repository.write(name, content);
      let bytes = 0;
      const limited = (async function* () {
        for await (const chunk of content as Readable) {
          bytes += (chunk as Buffer).length;
          if (bytes > 1_000_000)
            throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
          yield chunk as Buffer;
        }
      })();
      return repository.write(name, Readable.from(limited, { objectMode: false }));
    },
  };
  await expect(makeBackup(shop, full, everything)).rejects.toThrow("no space left on the disk");
  const { backups } = await listBackups(repository);
  expect(backups).toHaveLength(1);
  const { lastAttempt, lastGood }: BackupState = await readBackupState(shop.db);
  expect(lastAttempt?.error).toContain("no space left on the disk");
  expect(lastGood?.name).toBe(backups[0]!.name);
  const names = readdirSync(place(), { recursive: true }) as string[];
  expect(names.filter((name) => name.includes("unfinished-"))).toEqual([]);
});

test("keeps the log that a kept backup needs, and removes older backups and their log", async () => {
  const repository = await openIn(place());
  const newer = await makeBackup(shop, repository, everything);
  const before = segments().length;
  const removed = await pruneBackups(
    repository,
    { last: 1, days: 0, daily: 0, weekly: 0, monthly: 0 },
    new Date(),
  );
  expect(removed).toHaveLength(1);
  const { backups } = await listBackups(repository);
  expect(backups.map(({ name }) => name)).toEqual([newer.name]);
  expect(segments().length).toBeLessThan(before);
  await restore({ kind: "backup", name: newer.name });
  expect(await countRestored()).toEqual({ "backed up": 300, archived: 200, later: 100 });
});

test("refuses the place of another shop", async () => {
  const other = await openDatabaseIn(dataDir());
  try {
    await expect(makeBackup(other, await openIn(place()), everything)).rejects.toThrow(
      "has backups of another shop",
    );
  } finally {
    await other.stop();
  }
});
