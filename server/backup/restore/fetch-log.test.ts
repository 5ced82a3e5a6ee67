import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { readLsn } from "#server/platform/replication/lsn.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository, type Repository } from "../storage/repository.ts";
import { historyName, writeHistory, writeTimeline } from "../archive/archive-files.ts";
import { explainGaps, fetchLog, readTimelines } from "./fetch-log.ts";

const segmentBytes = 1024 * 1024;
const backup = {
  name: "2026-11-20T02-30-00Z",
  consistentAt: new Date("2026-11-20T02:30:00Z"),
  log: { systemId: "7", timeline: 1, startLsn: "0/300028", endLsn: "0/300120", segmentBytes },
} as Manifest;
/** Ends 500 bytes into the third segment after the start. */
const lsn = "0/5001F4";

let folder: ReturnType<typeof makeFolder>;
let repository: Repository;

beforeEach(async () => {
  folder = makeFolder();
  mkdirSync(join(folder.path, "pg_wal"));
  repository = await openRepository(openFolderPlace(join(folder.path, "place")), {
    passphrase: null,
    create: { encrypted: false },
  });
});
afterEach(() => folder.remove());

const nameOf = (number: number) => `00000001000000000000000${number}`;

/** Fetches segments of these lengths, which begin with number 3. */
async function fetchSegments(...lengths: number[]): Promise<string | null> {
  for (const [at, length] of lengths.entries())
    await repository.write(`wal/7/${nameOf(3 + at)}`, Buffer.alloc(length, 1));
  const now = new Date();
  const timeline = { timeline: 1, since: now, until: now, lsn, ancestors: [] };
  const into = { folder: join(folder.path, "pg_wal"), present: new Set<string>() };
  const gap = await fetchLog(repository, { backup, timeline }, { ...into, say: () => undefined });
  return gap && gap.message;
}

test("fetches a log that reaches the position up to which it was stored, or further", async () => {
  expect(readLsn(lsn) % BigInt(segmentBytes)).toBe(500n);
  expect(await fetchSegments(segmentBytes, segmentBytes, 500)).toBeNull();
  expect(await fetchSegments(segmentBytes, segmentBytes, 900)).toBeNull();
  expect(statSync(join(folder.path, "pg_wal", nameOf(5))).size).toBe(segmentBytes);
});

test.each([
  ["the last segment", [segmentBytes, segmentBytes, 499], /5 in .* has 499 bytes instead of 500/],
  ["a segment before it", [segmentBytes, 700, 500], /4 in .* has 700 bytes instead of 1048576/],
  ["the last segment, too long", [segmentBytes, segmentBytes, segmentBytes + 1], /damaged/],
])("names a wrong length of %s, and fetches the log before it", async (_what, lengths, message) => {
  const gap = await fetchSegments(...lengths);
  expect(gap).toMatch(message);
  expect(gap).toContain("use --to 2026-11-20T02-30-00Z");
  const wrong =
    3 + lengths.findIndex((length, at) => length !== [segmentBytes, segmentBytes, 500][at]);
  const before = [3, 4, 5].filter((number) => number < wrong).map(nameOf);
  expect(readdirSync(join(folder.path, "pg_wal")).toSorted()).toEqual(before);
});

test("names what the log lacks after a backup, and the next one", async () => {
  for (const number of [3, 5]) await repository.write(`wal/7/${nameOf(number)}`, Buffer.alloc(1));
  const now = new Date();
  const explain = (backups: Manifest[], end: string) =>
    explainGaps(repository, backups, [
      { timeline: 1, since: now, until: now, lsn: end, ancestors: [] },
    ]);
  // The backup itself has the part in which it was made.
  expect(await explain([backup], "0/400000")).toEqual([]);
  const [gap] = await explain([backup], lsn);
  expect(gap).toContain(`lacks ${nameOf(4)}.`);
  expect(gap).toContain("make a new backup now");
  const log = { ...backup.log!, startLsn: "0/500028", endLsn: "0/500120" };
  const [bridged] = await explain([backup, { ...backup, name: "next", log }], lsn);
  expect(bridged).toContain("and those after the backup next");
  const [many] = await explain([backup], "0/9001F4");
  expect(many).toContain(`lacks ${nameOf(4)}, ${nameOf(6)}, ${nameOf(7)} and 2 others.`);
});

/** Archived log of the first two timelines, whose histories are as they are planted. */
async function archiveTwo(plant: Record<number, string>): Promise<void> {
  const at = new Date();
  for (const timeline of [1, 2])
    await writeTimeline(repository, "7", { timeline, since: at, until: at, lsn });
  for (const [timeline, text] of Object.entries(plant))
    await writeHistory(repository, "7", { timeline: Number(timeline), text: Buffer.from(text) });
}

const history = "1\t0/400000\tno recovery target specified\n";

test("a history of the first timeline, which never has one, is not read", async () => {
  await archiveTwo({ 1: "planted", 2: history });
  const timelines = await readTimelines(repository, [backup], {
    say: refuseToSay,
    mayLeaveOut: false,
  });
  const second = { timeline: 2, ancestors: [{ timeline: 1, lsn: readLsn("0/400000") }] };
  expect(timelines).toMatchObject([{ timeline: 1, ancestors: [] }, second]);
  const into = { folder: join(folder.path, "pg_wal"), present: new Set<string>() };
  await fetchLog(
    repository,
    { backup, timeline: timelines[1]! },
    { ...into, say: () => undefined },
  );
  expect(readdirSync(into.folder)).toEqual([historyName(2)]);
});

test.each([
  ["damaged", { 2: "planted" }],
  ["with positions that are none", { 2: "1\t123456789/400000\tany\n" }],
  ["missing", {}],
])("a timeline whose history is %s is named and left out", async (_what, plant) => {
  await archiveTwo(plant);
  const warnings: string[] = [];
  const read = (mayLeaveOut: boolean, backups = [backup]) =>
    readTimelines(repository, backups, { say: (line) => warnings.push(line), mayLeaveOut });
  await expect(read(false)).rejects.toThrow("00000002.history in");
  expect(warnings).toEqual([]);
  expect(await read(true)).toMatchObject([{ timeline: 1 }]);
  expect(warnings).toEqual([
    expect.stringMatching(/missing or damaged.*a time with --to[.].*--list/),
  ]);
  // A backup of the timeline itself does not need to know what that descends from.
  const consistentAt = new Date(Date.now() + 60_000);
  const own = { ...backup, name: "own", consistentAt, log: { ...backup.log!, timeline: 2 } };
  warnings.length = 0;
  const second = { timeline: 2, since: consistentAt, ancestors: [] };
  expect(await read(false, [backup, own])).toMatchObject([{ timeline: 1 }, second]);
  expect(warnings).toEqual([expect.stringMatching(/used from its first backup own on[.]$/)]);
});

test("takes the history that the backup itself has, unless it is empty", async () => {
  await archiveTwo({});
  const file = join(folder.path, "pg_wal", historyName(2));
  const at = new Date();
  const timeline = { timeline: 2, since: at, until: at, lsn: "0/300120", ancestors: [] };
  const own = { ...backup, log: { ...backup.log!, timeline: 2 } };
  await repository.write("wal/7/000000020000000000000003", Buffer.alloc(segmentBytes));
  const fetch = () =>
    fetchLog(
      repository,
      { backup: own, timeline },
      { folder: dirname(file), present: new Set([historyName(2)]), say: refuseToSay },
    );
  writeFileSync(file, "");
  await expect(fetch()).rejects.toThrow("00000002.history in");
  writeFileSync(file, history);
  expect(await fetch()).toBeNull();
  expect(readFileSync(file, "utf8")).toBe(history);
});

test("a place that cannot be read is not called a log with a gap", async () => {
  await repository.write(`wal/7/${nameOf(3)}`, Buffer.alloc(segmentBytes));
  const { read } = repository;
  const fetch = () => fetchSegments(segmentBytes, segmentBytes, 500);
  repository.read = async (name) => {
    if (name.endsWith(nameOf(4))) throw new BackupError("The server cannot be reached.");
    return read(name);
  };
  await expect(fetch()).rejects.toThrow(/^The server cannot be reached[.]$/);
  repository.read = async (name) => {
    if (name.endsWith(nameOf(4))) renameSync(join(folder.path, "place"), `${folder.path}-away`);
    return read(name);
  };
  onTestFinished(() => rmSync(`${folder.path}-away`, { recursive: true }));
  await expect(fetch()).rejects.toThrow("has lost its backups");
});

function refuseToSay(line: string): void {
  throw new Error(`said: ${line}`);
}
