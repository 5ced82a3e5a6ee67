import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { archiveFolder, writeTimeline } from "../archive/archive-files.ts";
import { writeManifest } from "../manifest.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository } from "../storage/repository.ts";
import { findNewestTimeline } from "./newest-timeline.ts";

/** An empty place, and what puts backups and archived log into it. */
async function openPlace() {
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
  return { repository, archive, backUp };
}

test("a timeline counts as taken by a backup or by archived log, of the same database only", async () => {
  const { repository, archive, backUp } = await openPlace();
  await archive("7", 1);
  await backUp(0, "7", 3);
  await archive("8", 9);
  await backUp(1, "8", 1);
  expect(await findNewestTimeline(repository, "7")).toBe(3);
  expect(await findNewestTimeline(repository, "8")).toBe(9);
});

test.each(["00000004.state", "00000004.history", "000000040000000000000009"])(
  "a timeline counts as taken by %s, although it is damaged",
  async (name) => {
    const { repository, archive } = await openPlace();
    await archive("7", 3);
    await repository.write(`${archiveFolder("7")}${name}`, Buffer.from("damaged"));
    expect(await findNewestTimeline(repository, "7")).toBe(4);
  },
);

test("a name far above all backups takes no timeline, and what is no name of the archive neither", async () => {
  const { repository, backUp } = await openPlace();
  await backUp(0, "7", 3);
  for (const name of ["FFFFFFFF.state", "000003EC.history", "00000005.txt", "00000006"])
    await repository.write(`${archiveFolder("7")}${name}`, Buffer.from("any"));
  expect(await findNewestTimeline(repository, "7")).toBe(3);
  await repository.write(`${archiveFolder("7")}000003EB.state`, Buffer.from("any"));
  expect(await findNewestTimeline(repository, "7")).toBe(1_003);
});
