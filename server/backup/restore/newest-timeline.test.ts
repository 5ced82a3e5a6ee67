import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { writeTimeline } from "../archive/archive-files.ts";
import { writeManifest } from "../manifest.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository } from "../storage/repository.ts";
import { findNewestTimeline } from "./newest-timeline.ts";

test("a timeline counts as taken by a backup or by archived log, of the same database only", async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const place = openFolderPlace(folder.path);
  const options = { passphrase: null, create: { encrypted: false } };
  const repository = await openRepository(place, options);
  const at = new Date("2026-11-22T10:00:00Z");
  const archive = (systemId: string, timeline: number) =>
    writeTimeline(repository, systemId, { timeline, since: at, until: at, lsn: "0/1000000" });
  const backUp = (day: number, systemId: string, timeline: number) => {
    const startedAt = new Date(+at + day * 86_400_000);
    const log = { systemId, timeline, startLsn: "0/1000000", endLsn: "0/1000100", segmentBytes: 1 };
    return writeManifest(repository, aManifest({ startedAt, log }));
  };
  await archive("7", 1);
  await backUp(0, "7", 3);
  await archive("8", 9);
  await backUp(1, "8", 1);
  expect(await findNewestTimeline(repository, "7")).toBe(3);
  expect(await findNewestTimeline(repository, "8")).toBe(9);
});
