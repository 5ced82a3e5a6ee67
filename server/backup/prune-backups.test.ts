import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { segmentName } from "#server/platform/replication/lsn.ts";
import { BackupError } from "./backup-error.ts";
import { readKeepRule } from "./decide-kept.ts";
import { fileOfBackup, partNames, writeManifest } from "./manifest.ts";
import { pruneBackups } from "./prune-backups.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import type { Place, StoredFile } from "./storage/place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

const segmentBytes = 16 * 1024 * 1024;
const now = new Date("2026-11-22T10:00:00Z");
const dayBefore = (days: number) => new Date(+now - days * 86_400_000);

let files: Map<string, StoredFile & { content: Buffer }>;
let writtenAt: Date;
let repository: Repository;

async function writeFile(name: string, content: Readable | Buffer): Promise<void> {
  const bytes = Buffer.isBuffer(content) ? [content] : await content.toArray();
  const whole = Buffer.concat(bytes as Buffer[]);
  files.set(name, { name, bytes: whole.length, at: writtenAt, content: whole });
}

/** A place in memory, whose files have the time that a test says. */
const place: Place = {
  shown: "a place",
  write: writeFile,
  writeNew: writeFile,
  read: (name) => {
    const file = files.get(name);
    return Promise.resolve(file ? Readable.from([file.content]) : null);
  },
  async *list(prefix) {
    for (const file of [...files.values()]) if (file.name.startsWith(prefix)) yield file;
  },
  remove: (name) => {
    files.delete(name);
    return Promise.resolve();
  },
};

beforeEach(async () => {
  files = new Map();
  repository = await openRepository(place, { passphrase: null, create: { encrypted: false } });
});

const segment = (number: number, timeline = 1) =>
  `wal/7/${segmentName({ timeline, number: BigInt(number) }, segmentBytes)}`;
async function write(name: string, at: Date): Promise<void> {
  writtenAt = at;
  await repository.write(name, Buffer.from(name));
}

/** A backup of so many days ago, which needs these images and the log from this segment on. */
async function backUp(
  days: number,
  { images, from, timeline = 1 }: { images: string[]; from: number; timeline?: number },
) {
  const at = dayBefore(days);
  const name = `${at.toISOString().slice(0, 10)}T10-00-00Z`;
  writtenAt = at;
  const list = Buffer.from(JSON.stringify(images));
  const written = await repository.write(fileOfBackup(name, partNames.images), list);
  await writeManifest(repository, {
    format: 1,
    number: 0,
    name,
    kind: "physical",
    version: "18.4",
    major: 18,
    startedAt: at,
    consistentAt: at,
    finishedAt: at,
    migrations: { count: 1, last: 1 },
    counts: {},
    unpackedBytes: 1,
    images: images.length,
    log: {
      systemId: "7",
      timeline,
      startLsn: `0/${(from * segmentBytes).toString(16).toUpperCase()}`,
      endLsn: `0/${(from * segmentBytes + 1).toString(16).toUpperCase()}`,
      segmentBytes,
    },
    files: [{ name: partNames.images, ...written }],
    shop: { settings: {}, authSecret: null, databasePassword: null },
  });
  return name;
}
const left = (prefix: string) =>
  [...files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.split(".")[0]!);

test("removes what the rule does not keep, with the log and the images that only it needed", async () => {
  const oldest = await backUp(3, { images: ["old", "both"], from: 2 });
  const middle = await backUp(2, { images: ["both", "middle"], from: 4 });
  const newest = await backUp(1, { images: ["new"], from: 6 });
  for (const number of [2, 3, 4, 5, 6]) await write(segment(number), dayBefore(3));
  for (const image of ["old", "both", "middle", "new"])
    await write(`images/${image}.tar`, dayBefore(4));
  // It came and went between two backups: a restore to a time between them shows it.
  await write("images/between.tar", dayBefore(1.5));

  expect(await pruneBackups(repository, readKeepRule("2")!, now)).toEqual([oldest]);

  expect(new Set(left("backups/").map((name) => name.split("/")[1]))).toEqual(
    new Set([middle, newest]),
  );
  expect(left("wal/")).toEqual([4, 5, 6].map((number) => segment(number)));
  expect(left("images/").toSorted()).toEqual(
    ["between", "both", "middle", "new"].map((name) => `images/${name}`),
  );
});

test("keeps the log of a shop that was restored to a time before a backup that is kept", async () => {
  const oldest = await backUp(4, { images: [], from: 2 });
  await backUp(2, { images: [], from: 9 });
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9]) await write(segment(number), dayBefore(2.5));
  // Restored to segment 3, so the new timeline is where the first one was long ago.
  await write(segment(3, 2), dayBefore(1.5));
  await backUp(1, { images: [], from: 4, timeline: 2 });
  for (const number of [4, 5]) await write(segment(number, 2), dayBefore(0.5));

  expect(await pruneBackups(repository, readKeepRule("2")!, now)).toEqual([oldest]);

  expect(left("wal/")).toEqual(expect.arrayContaining([segment(4, 2), segment(5, 2), segment(9)]));
  expect(left("wal/")).not.toContain(segment(8));
});

test("removes an unfinished backup after a day, and nothing of one that may still be running", async () => {
  const keptBackup = await backUp(1, { images: [], from: 2 });
  await write(fileOfBackup("2026-11-20T10-00-00Z", partNames.base), dayBefore(2));
  await write(fileOfBackup("2026-11-22T09-00-00Z", partNames.base), now);
  await write(fileOfBackup("of-another-program", partNames.base), dayBefore(9));

  expect(await pruneBackups(repository, readKeepRule("1")!, now)).toEqual([]);

  expect(new Set(left("backups/").map((name) => name.split("/")[1]))).toEqual(
    new Set([keptBackup, "2026-11-22T09-00-00Z", "of-another-program"]),
  );
});

test("keeps the only backup and all of its log, however old they are", async () => {
  const only = await backUp(400, { images: ["one"], from: 2 });
  await write(segment(2), dayBefore(400));
  await write("images/one.tar", dayBefore(400));
  expect(await pruneBackups(repository, readKeepRule("7 days")!, now)).toEqual([]);
  expect(left("backups/").every((name) => name.includes(only))).toBe(true);
  expect(left("wal/")).toEqual([segment(2)]);
  expect(left("images/")).toEqual(["images/one"]);
});

test("leaves a backup alone that is still being made after hours, and removes what one of the day before left", async () => {
  await backUp(1, { images: [], from: 6 });
  const begun = (hours: number) =>
    `backups/${dayBefore(hours / 24)
      .toISOString()
      .slice(0, 19)
      .replaceAll(":", "-")}Z`;
  for (const hours of [23, 25]) await write(`${begun(hours)}/base.tar`, dayBefore(hours / 24));
  expect(await pruneBackups(repository, readKeepRule("1")!, now)).toEqual([]);
  const unfinished = left("backups/").filter((name) => name.endsWith("base"));
  expect(unfinished).toEqual([`${begun(23)}/base`]);
});

test("does not follow a linked folder out of the place", async () => {
  const folder = makeFolder();
  const elsewhere = join(folder.path, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "manifest.json.gz"), "of another program");
  const inFolder = openFolderPlace(join(folder.path, "place"));
  repository = await openRepository(inFolder, { passphrase: null, create: { encrypted: false } });
  await backUp(1, { images: [], from: 2 });
  symlinkSync(elsewhere, join(folder.path, "place", "backups", "2026-11-01T02-30-00Z"));
  await expect(pruneBackups(repository, readKeepRule("1")!, now)).rejects.toThrow("is a link");
  expect(readdirSync(elsewhere)).toEqual(["manifest.json.gz"]);
  folder.remove();
});

test("names a damaged backup, removes others and their log, and keeps images that it may need", async () => {
  const oldest = await backUp(3, { images: ["old"], from: 2 });
  const damaged = await backUp(2, { images: ["damaged"], from: 4 });
  await backUp(1, { images: [], from: 6 });
  for (const number of [2, 3, 4]) await write(segment(number), dayBefore(3));
  for (const image of ["old", "damaged"]) await write(`images/${image}.tar`, dayBefore(4));
  files.delete(`${fileOfBackup(damaged, partNames.images)}.gz`);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);

  expect(await pruneBackups(repository, readKeepRule("2")!, now, warn)).toEqual([oldest]);

  expect(warnings).toEqual([
    expect.stringMatching(`images the backup ${damaged} has.*images.json is missing in a place`),
  ]);
  expect(left("wal/")).toEqual([segment(4)]);
  expect(left("images/")).toEqual(["images/old", "images/damaged"]);
});

test("one file of each kind that cannot be removed is named, and the others are removed", async () => {
  const stuck = await backUp(5, { images: ["stuck"], from: 2 });
  const older = await backUp(4, { images: [], from: 3 });
  const newer = await backUp(3, { images: ["old", "older"], from: 4 });
  await backUp(1, { images: [], from: 6 });
  for (const number of [2, 3, 4, 5]) await write(segment(number), dayBefore(5));
  for (const image of ["stuck", "old", "older"]) await write(`images/${image}.tar`, dayBefore(6));
  const fixed = [fileOfBackup(stuck, "manifest.json"), segment(1), "images/old.tar"];
  await write(segment(1), dayBefore(5));
  const remove: Place["remove"] = async (name) => {
    if (fixed.some((one) => name.startsWith(one))) throw new BackupError("The disk fails.");
    return place.remove(name);
  };
  repository = await openRepository({ ...place, remove }, { passphrase: null, create: null });
  const warnings: string[] = [];
  const removed = await pruneBackups(repository, readKeepRule("1")!, now, (message) =>
    warnings.push(message),
  );
  expect(removed).toEqual([older, newer]);
  expect(warnings).toEqual(fixed.map((name) => `${name} could not be removed. The disk fails.`));
  // What the backup that is left needs stays, too.
  expect(left("wal/")).toEqual([2, 3, 4, 5, 1].map((number) => segment(number)));
  expect(left("images/")).toEqual(["images/stuck", "images/old"]);
});

test("a place that lets nothing be removed, or is away, is not asked for each file", async () => {
  await backUp(1, { images: [], from: 6 });
  for (let number = 0; number < 50; number += 1) await write(`images/${number}.tar`, dayBefore(6));
  let isAway = false;
  let asked = 0;
  const remove = async () => {
    asked += 1;
    throw new BackupError("No access to it.");
  };
  const read: Place["read"] = async (name) => {
    if (isAway && name === "repository.json") throw new BackupError("It is away.");
    return place.read(name);
  };
  repository = await openRepository({ ...place, read, remove }, { passphrase: null, create: null });
  const prune = () => pruneBackups(repository, readKeepRule("1")!, now);
  await expect(prune()).rejects.toThrow("No access to it.");
  expect(asked).toBe(20);
  isAway = true;
  await expect(prune()).rejects.toThrow("It is away.");
  expect(asked).toBe(21);
});

test("a backup of a place that cannot be reached is not called damaged", async () => {
  await backUp(1, { images: ["any"], from: 4 });
  const read: Place["read"] = async (name) => {
    if (name.includes(partNames.images)) throw new BackupError("The server cannot be reached.");
    return place.read(name);
  };
  repository = await openRepository({ ...place, read }, { passphrase: null, create: null });
  const pruning = pruneBackups(repository, readKeepRule("2")!, now);
  await expect(pruning).rejects.toThrow(/^The server cannot be reached[.]$/);
});
