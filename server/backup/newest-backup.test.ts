import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { refuseLostState, writeTimeline } from "./archive/archive-files.ts";
import type { Manifest } from "./manifest.ts";
import { recordNewest, refuseOlderPlace } from "./newest-backup.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

let folder: ReturnType<typeof makeFolder>;
let repository: Repository;
beforeEach(async () => {
  folder = makeFolder();
  repository = await openRepository(openFolderPlace(join(folder.path, "place")), {
    passphrase: "a passphrase of the tests, long enough",
    create: { encrypted: true },
  });
});
afterEach(() => folder.remove());

/** A backup that took ten minutes. */
function made(name: string, number: number, hour: number): Manifest {
  const startedAt = new Date(Date.UTC(2026, 10, 28, hour));
  const finishedAt = new Date(+startedAt + 600_000);
  return { name, number, startedAt, finishedAt } as Manifest;
}

const first = made("first", 1, 1);
const removed = made("removed", 3, 3);
const again = made("again", 2, 5);

test("a removed backup that was put back does not pass for the newest", async () => {
  await recordNewest(repository, again);
  const message = /^removed in .* passes for the newest backup, but again was made after it/;
  for (const backups of [
    [first, again, removed],
    [first, again, made("removed", 2, 3)],
  ])
    await expect(refuseOlderPlace(repository, backups, null)).rejects.toThrow(message);
  await expect(refuseOlderPlace(repository, [first, again], "again")).resolves.toBeUndefined();
});

test("the shop's database tells a returned backup, too", async () => {
  await recordNewest(repository, removed);
  await expect(refuseOlderPlace(repository, [first, again, removed], "again")).rejects.toThrow(
    "but again was made after it",
  );
});

test("a backup whose process ended before it was recorded is the newest", async () => {
  await recordNewest(repository, first);
  const unrecorded = made("unrecorded", 2, 4);
  await expect(refuseOlderPlace(repository, [first, unrecorded], "first")).resolves.toBeUndefined();
});

test("the first backup of a place does not pass for the newest when the record is gone", async () => {
  await expect(refuseOlderPlace(repository, [first], null)).rejects.toThrow(
    "has lost its record of the newest backup",
  );
  // Version 0.1.0 wrote no record.
  await expect(refuseOlderPlace(repository, [made("old", 0, 1)], null)).resolves.toBeUndefined();
});

const systemId = "7300000000000000000";
const segmentBytes = 16 * 1024 * 1024;
const log = { systemId, timeline: 1, startLsn: "0/3000028", endLsn: "0/3000100", segmentBytes };
const store = (segment: string) =>
  repository.write(`wal/${systemId}/${segment}`, Buffer.from("log"));

test("log after the newest backup is not left out because its record is gone", async () => {
  await store("000000010000000000000003");
  await expect(refuseLostState(repository, log)).resolves.toBeUndefined();
  await store("000000010000000000000004");
  await expect(refuseLostState(repository, log)).rejects.toThrow(
    `has lost the record of them (wal/${systemId}/00000001.state)`,
  );
  const since = first.startedAt;
  const until = again.startedAt;
  await writeTimeline(repository, systemId, { timeline: 1, since, until, lsn: "0/4000100" });
  await expect(refuseLostState(repository, log)).resolves.toBeUndefined();
  // After a restore, the shop writes another timeline.
  await store("000000020000000000000005");
  await expect(refuseLostState(repository, log)).rejects.toThrow("00000002.state");
});
