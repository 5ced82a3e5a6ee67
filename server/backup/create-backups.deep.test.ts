import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createDeps } from "#server/create-deps.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { readLsn } from "#server/platform/replication/lsn.ts";
import { createLogger } from "#server/platform/logger.ts";
import { addAccounts, makeFolder } from "#testing/backup/database-in-folder.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { startS3Server, type S3Server } from "#testing/images/s3-server.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { createTestApp } from "#testing/test-app.ts";
import { listTimelines } from "./archive/archive-files.ts";
import { runBackup } from "./command/backup-command.ts";
import { dropSlot, readArchivedLog, readBackupState } from "./backup-store.ts";
import { createBackups, type Backups } from "./create-backups.ts";
import { listBackups, nameFor, writeManifest } from "./manifest.ts";
import { openBackups } from "./open-backups.ts";
import { readTrialState } from "./trial/trial-store.ts";

// Earlier test files in the same process may have loaded the modules that use what is mocked here.
vi.hoisted(() => vi.resetModules());
/** Called before the next folder of the archive's log is made. */
const { hook } = vi.hoisted(() => ({ hook: { beforeLog: null as (() => void) | null } }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const mkdir = async (path: string, options: object) => {
    const call = path.endsWith("wal") ? hook.beforeLog : null;
    if (call) hook.beforeLog = null;
    call?.();
    return real.mkdir(path, options);
  };
  return { ...real, mkdir };
});

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const patience = { timeout: 120_000, interval: 100 };
const passphrase = "a passphrase of the tests, long enough";

let s3: S3Server;
let folder: ReturnType<typeof makeFolder>;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  folder = makeFolder();
  bundle = await bundleProgram("backup/run-program");
  server = await startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined });
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  stops = [];
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await server.stop();
  folder.remove();
  bundle.remove();
  await s3.remove();
});

const noProgram = join("build", "not-used.js");

/** A shop with the embedded database and backups in this place. */
async function startShop(place: string, trials: { program: string } | null = null) {
  const lines: string[] = [];
  const config = loadConfig({
    DATA_DIR: folder.path,
    DEMO: "0",
    BACKUP_URL: place,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_TRIAL_SCHEDULE: trials ? "30 4 * * 0" : "off",
  });
  const log = createLogger(config, { write: (line) => void lines.push(line) });
  const address = { own: () => null, public: () => "http://localhost:3000" };
  const { deps, close } = await createDeps(config, log, server.connectionString, address);
  const backups: Backups = createBackups(deps, {
    program: trials?.program ?? noProgram,
    archiveIntervalMs: 100,
  });
  stops.push(close, backups.stop);
  await backups.start();
  const open = (at = place) =>
    openBackups(config, at, { cwd: "/", create: null, lastBackupIn: null });
  const names = async () => (await listBackups(await open())).backups.map(({ name }) => name);
  /** How far the archive in a place goes. */
  const archived = async (at = place) => {
    const repository = await open(at);
    const { log } = (await listBackups(repository)).backups[0]!;
    return (await listTimelines(repository, log!.systemId)).at(-1)!;
  };
  return {
    deps,
    backups,
    open,
    names,
    archived,
    hasLogged: (text: string) => lines.some((line) => line.includes(text)),
    /** Waits until the archive has everything until now. */
    async untilArchived() {
      const now = new Date();
      await vi.waitFor(
        async () => expect(+(await archived()).until).toBeGreaterThan(+now),
        patience,
      );
    },
    untilFirstBackup: () => vi.waitFor(async () => expect(await names()).toHaveLength(1), patience),
  };
}

test("makes the first backup and archives when the place appears after the start", async () => {
  const place = s3.url(randomUUID());
  await s3.stop();
  const shop = await startShop(place);
  await vi.waitFor(
    () => expect(shop.hasLogged("log is not archived at the moment")).toBe(true),
    patience,
  );
  await s3.start();
  await shop.untilFirstBackup();
  await addAccounts(shop.deps, "new", 3);
  await shop.untilArchived();
});

test("fails while the disk of the backups is not mounted, and goes on when it is", async () => {
  const disk = join(folder.path, "disk");
  const place = join(disk, "marque");
  const away = join(folder.path, "away");
  const shop = await startShop(place);
  await shop.untilFirstBackup();
  await shop.untilArchived();

  renameSync(disk, away);
  mkdirSync(disk);
  await addAccounts(shop.deps, "while it is away", 3);
  await vi.waitFor(() => expect(shop.hasLogged("Is the disk mounted")).toBe(true), patience);
  await shop.deps.jobs.send("backup.run", {});
  await vi.waitFor(async () => {
    const { lastAttempt, lastGood } = await readBackupState(shop.deps.db);
    expect(lastAttempt?.error).toContain("Is the disk mounted");
    expect(lastGood?.error).toBeNull();
  }, patience);
  expect(readdirSync(disk)).toEqual([]);

  renameSync(away, disk);
  await shop.untilArchived();
  expect(await shop.names()).toHaveLength(1);
});

test("the database keeps what is stored while the disk is unmounted", async () => {
  const disk = join(folder.path, "mount point");
  const away = join(folder.path, "unmounted");
  mkdirSync(disk);
  const shop = await startShop(disk);
  await shop.untilFirstBackup();
  await shop.untilArchived();

  // After the archive has looked whether its place is still there.
  hook.beforeLog = () => {
    renameSync(disk, away);
    mkdirSync(disk);
  };
  await addAccounts(shop.deps, "while it goes", 3);
  await vi.waitFor(() => expect(shop.hasLogged("Is the disk mounted")).toBe(true), patience);
  expect(readdirSync(disk)).toEqual(["wal"]);
  const archived = (await readArchivedLog(shop.deps.db))!.lsn;
  expect(readLsn(archived)).toBeLessThanOrEqual(readLsn((await shop.archived(away)).lsn));

  rmSync(disk, { recursive: true });
  renameSync(away, disk);
  await shop.untilArchived();
  expect(await shop.names()).toHaveLength(1);
});

test("a start without the disk makes no new backups in its place until the operator says so", async () => {
  const disk = join(folder.path, "other disk");
  const first = await startShop(join(disk, "marque"));
  await first.untilFirstBackup();
  await first.backups.stop();
  renameSync(disk, join(folder.path, "elsewhere"));

  const second = await startShop(join(disk, "marque"));
  await vi.waitFor(() => expect(second.hasLogged("Is the disk mounted")).toBe(true), patience);
  expect(existsSync(disk)).toBe(false);

  vi.stubEnv("DATA_DIR", folder.path).stubEnv("DEMO", "0").stubEnv("BACKUP_PASSPHRASE", passphrase);
  const log = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "log").mockReturnValue();
  const command = [join(disk, "marque"), "--encrypt"];
  expect(await runBackup(command)).toBe(1);
  expect(log.mock.lastCall?.[0]).toContain("npm run backup with --new");
  expect(await runBackup([...command, "--new"])).toBe(0);
  await second.untilArchived();
});

test("makes a new backup if the database no longer has the log that the archive needs next", async () => {
  const place = join(folder.path, randomUUID());
  const first = await startShop(place);
  await first.untilFirstBackup();
  const names = await first.names();
  await first.untilArchived();
  await first.backups.stop();
  const { db } = first.deps;
  // As when the place was away for longer than the database keeps its log.
  await vi.waitFor(async () => {
    await dropSlot(db);
    expect((await readBackupState(db)).archive).toBeNull();
  }, patience);

  const second = await startShop(place);
  await vi.waitFor(async () => expect(await second.names()).not.toEqual(names), patience);
  await second.untilArchived();
});

test.each([
  ["another history of this database", { timeline: 7 }],
  ["the database before an upgrade was undone", { systemId: "7300000000000000000" }],
])("makes a new backup if the newest one is of %s", async (_, log) => {
  const place = join(folder.path, randomUUID());
  const first = await startShop(place);
  await first.untilFirstBackup();
  await first.untilArchived();
  await first.backups.stop();
  const repository = await first.open();
  const own = (await listBackups(repository)).backups[0]!;
  const name = nameFor(new Date(+own.startedAt + 60_000));
  const number = own.number + 1;
  await writeManifest(repository, { ...own, name, number, log: { ...own.log!, ...log } });

  const second = await startShop(place);
  await vi.waitFor(async () => {
    const newest = (await listBackups(await second.open())).backups.at(-1)!;
    expect(newest.number).toBe(number + 1);
  }, patience);
});

test("verify finds that the log was put back to an earlier state, also while the shop is stopped", async () => {
  const place = join(folder.path, randomUUID());
  const shop = await startShop(place);
  await shop.untilFirstBackup();
  await shop.untilArchived();
  const earlier = join(folder.path, randomUUID());
  cpSync(place, earlier, { recursive: true });
  await addAccounts(shop.deps, "archived later", 3);
  await shop.untilArchived();
  await shop.backups.stop();
  await vi.waitFor(async () => {
    expect((await readBackupState(shop.deps.db)).archive?.isRunning).toBe(false);
  }, patience);
  rmSync(place, { recursive: true });
  renameSync(earlier, place);

  vi.stubEnv("DATA_DIR", folder.path).stubEnv("DEMO", "0").stubEnv("BACKUP_PASSPHRASE", passphrase);
  vi.stubEnv("BACKUP_URL", place);
  const log = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "log").mockReturnValue();
  expect(await runBackup(["verify"])).toBe(1);
  expect(log.mock.lastCall?.[0]).toMatch(
    /The archived log in .* ends before .*newest part is missing/,
  );
});

/** Runs a trial restore, and returns what is recorded about it. */
async function tryOnce({ deps }: Awaited<ReturnType<typeof startShop>>) {
  const before = await readTrialState(deps.db);
  await deps.jobs.send("backup.trial", {});
  return vi.waitFor(async () => {
    const { last } = await readTrialState(deps.db);
    expect(last?.id).not.toBe(before.last?.id);
    return last!;
  }, patience);
}

/** Starts a shop whose trial restores run the program of the shop, with its settings. */
function startTrying(place: string) {
  const settings = { DATA_DIR: folder.path, DEMO: "0", BACKUP_PASSPHRASE: passphrase };
  for (const [name, value] of Object.entries({ ...settings, BACKUP_URL: place }))
    vi.stubEnv(name, value);
  return startShop(place, bundle);
}

test("a trial restore whose place cannot be reached is a failed one for admins and alerts", async () => {
  stops.push(() => s3.start());
  await s3.stop();
  const shop = await startTrying(s3.url(randomUUID()));
  const trial = await tryOnce(shop);
  expect(trial.error).toContain("cannot be reached");
  expect(trial.place).toContain("s3://");
  expect(shop.hasLogged("the trial restore failed")).toBe(true);
});

test("a trial restore says that the disk with the shop's backups is not mounted", async () => {
  const disk = join(folder.path, "third disk");
  const place = join(disk, "marque");
  const shop = await startShop(place);
  await shop.untilFirstBackup();
  await shop.backups.stop();
  renameSync(disk, join(folder.path, "somewhere"));
  mkdirSync(disk);
  const trial = await tryOnce(await startTrying(place));
  expect(trial.error).toContain("Is the disk mounted");
  expect(trial.place).toBe(place);
  expect(readdirSync(disk)).toEqual([]);
});

test("only the process of a trial restore opens the place, knowing the shop's last backup", async () => {
  const program = join(folder.path, "says-what-it-knows.mjs");
  writeFileSync(
    program,
    'process.send({ error: process.argv.slice(2).join(" "), isExpected: true });',
  );
  const place = join(folder.path, randomUUID());
  const shop = await startShop(place);
  await shop.untilFirstBackup();
  await vi.waitFor(async () => {
    expect((await readBackupState(shop.deps.db)).lastGood?.place).toBe(place);
  }, patience);
  const [name] = await shop.names();
  await shop.backups.stop();
  renameSync(place, join(folder.path, randomUUID()));
  const outcome = await tryOnce(await startShop(place, { program }));
  expect(outcome.error).toContain(`try-backup {"lastBackup":"${name}"`);
});

/** A shop with a database of its own server, a place of backups and an image. */
async function openExternal(place: string) {
  const lines: string[] = [];
  const { app, deps, close } = await createTestApp(
    { BACKUP_URL: place, LOG_LEVEL: "error" },
    { write: (line) => void lines.push(line) },
  );
  stops.push(close);
  const picture = await aPicture({ width: 400, height: 300, noise: true });
  const { headers, payload } = aMultipartForm("image", "car.jpg", "image/jpeg", picture);
  const { statusCode } = await app.inject({ method: "POST", url: "/api/images", headers, payload });
  expect(statusCode).toBe(200);
  const backups = createBackups(deps, { program: noProgram });
  stops.push(backups.stop);
  const countStored = async () => {
    const repository = await openBackups(deps.config, place, {
      cwd: "/",
      create: null,
      lastBackupIn: null,
    });
    let count = 0;
    for await (const _image of repository.list("images/")) count += 1;
    return count;
  };
  return { deps, backups, lines, countStored };
}

test("a copy of images that was killed does not hold up the next ones", async () => {
  const { deps, backups, countStored } = await openExternal(join(folder.path, randomUUID()));
  const { jobs } = deps;
  await jobs.createQueue("backup.images", { name: "backup.images", policy: "stately" });
  await jobs.send("backup.images", {});
  expect(await jobs.fetch("backup.images")).toHaveLength(1);
  await backups.start();
  await vi.waitFor(async () => expect(await countStored()).toBe(1), patience);
});

test("copies the images of an external database when the place appears after the start", async () => {
  await s3.stop();
  const { deps, backups, lines, countStored } = await openExternal(s3.url(randomUUID()));
  await backups.start();
  await vi.waitFor(
    () => expect(lines.some((line) => line.includes("cannot be reached"))).toBe(true),
    patience,
  );
  await s3.start();
  await vi.waitFor(async () => {
    // The schedule does this every minute.
    await deps.jobs.send("backup.images", {});
    expect(await countStored()).toBe(1);
  }, patience);
});
