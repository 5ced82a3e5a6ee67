import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { tryWithAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { connectReplication } from "#server/platform/replication/replication-client.ts";
import { readBaseBackup } from "#server/platform/replication/read-base-backup.ts";
import type { ImageStore } from "#server/images/public.ts";
import { refuseReturnedDatabase } from "./archive/refuse-returned-database.ts";
import { BackupError, explainSystemError } from "./backup-error.ts";
import { listSettings } from "./backup-settings.ts";
import {
  countLastingRows,
  findLastBackupIn,
  readDatabaseBytes,
  readMigrations,
  recordEnd,
  recordStart,
  recordWarning,
} from "./backup-store.ts";
import { readServerFacts } from "./server-facts-store.ts";
import { copyImages, listStoredImages } from "./copy-images.ts";
import {
  fileOfBackup,
  listBackups,
  nameFor,
  partNames,
  writeManifest,
  type Manifest,
} from "./manifest.ts";
import { nextNumber, recordNewest, refuseOlderPlace } from "./newest-backup.ts";
import { readDump } from "./programs/dump-database.ts";
import { checkFiles } from "./check-files.ts";
import { readFileList } from "./read-base.ts";
import type { KeepRule } from "./decide-kept.ts";
import { pruneBackups } from "./prune-backups.ts";
import { refuseOtherShop, warnOfOtherDatabase } from "./refuse-other-shop.ts";
import type { Repository } from "./storage/repository.ts";

export type BackupSource = {
  db: Database;
  /** Of the server itself, not of a pooler. */
  directUrl: string;
  config: Config;
  images: ImageStore;
  env: NodeJS.ProcessEnv;
};

type Content = Pick<
  Manifest,
  "kind" | "consistentAt" | "log" | "files" | "unpackedBytes" | "counts"
>;

/**
 * Backs up the database and then the images, reads the backup back, and only then writes its manifest, without which it
 * is no backup. One process makes a backup at a time.
 * @param options.say gets a line for each step
 * @param options.warn gets what is wrong with the place's earlier backups, and which images are left out
 * @param options.keep which older backups are kept; null: all of them
 * @param options.isSameShop the place's backups are of this shop, although its database knows none of them: all are kept
 * @throws BackupError if another backup is running, or the place has the backups of another shop
 */
export async function makeBackup(
  source: BackupSource,
  repository: Repository,
  {
    say,
    warn = say,
    keep,
    isSameShop = false,
  }: {
    say: (line: string) => void;
    warn?: (message: string) => void;
    keep: KeepRule | null;
    isSameShop?: boolean;
  },
): Promise<Manifest> {
  const done = await tryWithAdvisoryLock(source, "backup", async () => {
    const warnings: string[] = [];
    const note = (message: string) => {
      warnings.push(message);
      warn(message);
    };
    const manifest = await recorded(source, repository, { say, warn: note, isSameShop });
    const removed = keep && !isSameShop ? await prune(repository, { keep, warn: note }) : [];
    if (warnings.length > 0) await recordWarning(source.db, manifest.name, warnings.join(" "));
    if (removed.length > 0) say(`removed old backups: ${removed.join(", ")}`);
    return manifest;
  });
  if (!done)
    throw new BackupError("Another backup is running. Wait for it, or look at the other process.");
  return done.result;
}

/** The new backup is complete. An error would make a job repeat it, and the place would fill with backups. */
async function prune(
  repository: Repository,
  { keep, warn }: { keep: KeepRule; warn: (message: string) => void },
): Promise<string[]> {
  const damages: string[] = [];
  try {
    return await pruneBackups(repository, keep, new Date(), (damage) => damages.push(damage));
  } catch (error) {
    const explained = explainSystemError(error, repository.shown);
    if (!(explained instanceof BackupError)) throw explained;
    warn(`Old backups could not be removed. ${explained.message}`);
    return [];
  } finally {
    warnOfSome(damages, warn);
  }
}

/** A place can have any number of damaged backups, and the log and System show these warnings. */
function warnOfSome(damages: readonly string[], warn: (message: string) => void): void {
  for (const damage of damages.slice(0, 5)) warn(damage);
  if (damages.length > 5) warn(`There are ${damages.length - 5} more of these warnings.`);
}

async function recorded(
  source: BackupSource,
  repository: Repository,
  {
    say,
    warn,
    isSameShop,
  }: {
    say: (line: string) => void;
    warn: (message: string) => void;
    isSameShop: boolean;
  },
): Promise<Manifest> {
  const { db, config } = source;
  const startedAt = new Date();
  const name = nameFor(startedAt);
  const kind = config.DATABASE_URL ? "dump" : "physical";
  const id = await recordStart(db, { name, kind, place: repository.shown, startedAt });
  try {
    const damages: BackupError[] = [];
    const { backups } = await listBackups(repository, (error) => damages.push(error));
    if (!isSameShop) await refuseOtherShop(source, repository, { backups, damages });
    if (!config.DATABASE_URL) await refuseReturnedDatabase(db, repository, backups);
    warnOfSome(
      damages.map(({ message }) => message),
      warn,
    );
    await warnOfLostBackups(db, repository, { backups, warn });
    await warnOfOtherDatabase(db, repository, { backups, warn });
    const number = await nextNumber(repository, backups);
    const manifest = await write(source, repository, { name, number, startedAt, say, warn });
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    await recordEnd(db, id, { bytes, images: manifest.images });
    return manifest;
  } catch (error) {
    const text = error instanceof BackupError ? error.message : "See the log.";
    // If the database itself is gone, the first error says more.
    await recordEnd(db, id, { error: text }).catch(() => undefined);
    throw error;
  }
}

async function write(
  { db, directUrl, config, images, env }: BackupSource,
  repository: Repository,
  {
    name,
    number,
    startedAt,
    say,
    warn,
  }: {
    name: string;
    number: number;
    startedAt: Date;
    say: (line: string) => void;
    warn: (message: string) => void;
  },
): Promise<Manifest> {
  const facts = await readServerFacts(db);
  const migrations = await readMigrations(db);
  const counts = await countLastingRows(db);
  const content = config.DATABASE_URL
    ? await writeDump({ db, repository, name, directUrl, major: facts.major, say })
    : await writeBase({ repository, name, directUrl, facts, say });
  say("copying the images");
  const stored = await listStoredImages(repository);
  const ids = await copyImages({ db, images, repository }, stored, {
    warn,
    onCopy: (copied) => copied % 1000 === 0 && say(`copied ${copied} new images`),
  });
  const listed = Buffer.from(JSON.stringify(ids));
  const list = await repository.write(fileOfBackup(name, partNames.images), listed);
  const manifest: Manifest = {
    format: 2,
    number,
    name,
    startedAt,
    ...content,
    counts,
    finishedAt: new Date(),
    version: facts.version,
    major: facts.major,
    migrations,
    files: [...content.files, { name: partNames.images, ...list }],
    images: ids.length,
    shop: await readShop(config, env, repository.isEncrypted),
  };
  say("reading the backup back");
  await checkFiles(repository, manifest);
  // With another key in the place, this process alone could read what it wrote.
  await repository.check();
  await writeManifest(repository, manifest);
  await recordNewest(repository, manifest);
  return manifest;
}

type Writing = {
  repository: Repository;
  name: string;
  directUrl: string;
  say: (line: string) => void;
};

async function writeBase({
  repository,
  name,
  directUrl,
  facts,
  say,
}: Writing & { facts: { systemId: string; segmentBytes: number } }): Promise<
  Omit<Content, "counts">
> {
  say("copying the database");
  const client = await connectReplication(directUrl);
  try {
    const base = readBaseBackup(client, { label: `marque ${name}` });
    // An error of the place ends the stream too, so it is the one that counts; an error of the database passes through.
    const stored = await repository.write(fileOfBackup(name, partNames.base), base.tar);
    const end = await base.done;
    const consistentAt = new Date();
    const list = await repository.write(fileOfBackup(name, partNames.fileList), end.manifest);
    const { manifest, ...position } = end;
    const sizes = [...readFileList(manifest).values()].map(({ bytes }) => bytes);
    return {
      kind: "physical",
      consistentAt,
      log: { systemId: facts.systemId, segmentBytes: facts.segmentBytes, ...position },
      files: [
        { name: partNames.base, ...stored },
        { name: partNames.fileList, ...list },
      ],
      unpackedBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) + 2 * facts.segmentBytes,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeDump({
  db,
  repository,
  name,
  directUrl,
  major,
  say,
}: Writing & { db: Database; major: number }): Promise<Omit<Content, "counts">> {
  const dump = readDump(directUrl, major);
  say(`copying the database with pg_dump ${major}`);
  const consistentAt = new Date();
  const stored = await repository.write(fileOfBackup(name, partNames.dump), dump);
  return {
    kind: "dump",
    consistentAt,
    log: null,
    files: [{ name: partNames.dump, ...stored }],
    unpackedBytes: await readDatabaseBytes(db),
  };
}

async function readShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  isEncrypted: boolean,
): Promise<Manifest["shop"]> {
  const read = (...parts: string[]) =>
    readFile(path.resolve(config.DATA_DIR, ...parts), "utf8").catch(() => null);
  return {
    settings: listSettings(env, isEncrypted),
    authSecret: await read("auth-secret"),
    databasePassword: config.DATABASE_URL ? null : await read("postgres", "password"),
  };
}

/** This backup puts the record of the place right, so what is missing would not be noticed later. */
async function warnOfLostBackups(
  db: Database,
  repository: Repository,
  { backups, warn }: { backups: readonly Manifest[]; warn: (message: string) => void },
): Promise<void> {
  try {
    await refuseOlderPlace(repository, backups, await findLastBackupIn(db, repository.shown));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    warn(error.message);
  }
}
