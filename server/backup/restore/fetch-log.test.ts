import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { readLsn } from "#server/platform/replication/lsn.ts";
import type { Manifest } from "../manifest.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository, type Repository } from "../storage/repository.ts";
import { explainGaps, fetchLog } from "./fetch-log.ts";

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
