import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readLsn, segmentName } from "#server/platform/replication/lsn.ts";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { withBadSectors } from "#testing/faults/bad-sectors.ts";
import { segmentFile, writeTimeline } from "./archive/archive-files.ts";
import { dropSlot, ensureSlot } from "./backup-store.ts";
import { makeBackup } from "./make-backup.ts";
import { listBackups, nameFor, writeManifest } from "./manifest.ts";
import { readBackupState } from "./public.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: ReturnType<typeof makeFolder>;
let shop: DatabaseInFolder;
let last = "";

beforeAll(async () => {
  folder = makeFolder();
  shop = await openDatabaseIn(join(folder.path, "data"));
});
afterEach(() => rmSync(place(), { recursive: true, force: true }));
afterAll(async () => {
  await shop.stop();
  folder.remove();
});

const place = (...parts: string[]) => join(folder.path, "place", ...parts);
const open = (isBad: (name: string) => boolean = () => false) =>
  openRepository(withBadSectors(openFolderPlace(place()), isBad), {
    passphrase: "a passphrase of the tests, long enough",
    create: { encrypted: true },
  });
const damage = (...parts: string[]) => writeFileSync(place(...parts), "damaged");
const damageManifest = (name: string) => damage("backups", name, "manifest.json.gz.enc");

async function backUp(repository: Repository, { last: mostKept = 5, isSameShop = false } = {}) {
  // The name of a backup is a second.
  await vi.waitFor(() => expect(nameFor(new Date())).not.toBe(last), { timeout: 10_000 });
  const warnings: string[] = [];
  const backup = await makeBackup(shop, repository, {
    say: () => undefined,
    warn: (message) => warnings.push(message),
    keep: { last: mostKept, days: 0, daily: 0, weekly: 0, monthly: 0 },
    isSameShop,
  });
  last = backup.name;
  return { ...backup, warnings: warnings.join("\n") };
}

test("a damaged backup and a damaged record are named and do not stop new backups", async () => {
  const repository = await open();
  const first = await backUp(repository);
  const second = await backUp(repository);
  damageManifest(first.name);
  damage("newest.json.gz.enc");
  const third = await backUp(repository);
  expect(third.number).toBe(second.number + 1);
  expect(third.warnings).toContain(`backups/${first.name}/manifest.json is damaged`);
  expect(third.warnings).toContain(`Move the folder backups/${first.name} out of the place`);
  expect(third.warnings).toContain("newest.json is damaged");
  expect((await readBackupState(shop.db)).warning).toContain(first.name);

  rmSync(place("backups", first.name), { recursive: true });
  const { number, warnings } = await backUp(repository);
  expect({ number, warnings }).toEqual({ number: third.number + 1, warnings: "" });
  expect((await listBackups(repository)).backups).toHaveLength(3);
});

test("a place whose only backup is damaged gets a new one from the shop that made it, and from no other", async () => {
  const repository = await open();
  const first = await backUp(repository);
  damageManifest(first.name);
  expect((await backUp(repository)).number).toBe(first.number + 1);

  damageManifest(last);
  await shop.db.execute(sql`delete from backup`);
  await expect(backUp(repository)).rejects.toThrow("manifest.json is damaged");
});

test("names five of many damaged backups and the number of the others", async () => {
  const repository = await open();
  const first = await backUp(repository);
  for (let day = 1; day <= 8; day += 1) {
    const name = `2026-01-0${day}T00-00-00Z`;
    mkdirSync(place("backups", name));
    damageManifest(name);
  }
  const { name, warnings } = await backUp(repository);
  expect(name).not.toBe(first.name);
  expect(warnings.match(/manifest.json is damaged/g)).toHaveLength(6);
  expect(warnings).toContain("There are 3 more of these warnings.");
  expect((await readBackupState(shop.db)).warning).toContain("There are 3 more of these warnings.");
});

test("warns each time that another database made a backup in the same place", async () => {
  const repository = await open();
  const ours = await backUp(repository);
  const writeForeign = async (number: number) => {
    const startedAt = new Date(Date.now() + number);
    const name = nameFor(new Date(Date.now() + 60_000 * number));
    const { warnings: _, ...manifest } = ours;
    await writeManifest(repository, { ...manifest, name, number, startedAt });
    return name;
  };
  for (const number of [ours.number + 1, ours.number + 3]) {
    const foreign = await writeForeign(number);
    expect((await backUp(repository)).warnings).toContain(
      `${foreign} in ${repository.shown} was made by another database`,
    );
  }
  expect((await backUp(repository)).warnings).not.toContain("another database");
});

test("removes no backups in a place that it was told to use, which may have those of the real shop", async () => {
  const repository = await open();
  const first = await backUp(repository);
  await backUp(repository, { last: 1, isSameShop: true });
  const { backups } = await listBackups(repository);
  expect(backups.map(({ name }) => name)).toContain(first.name);
});

test("makes a backup although the disk cannot read the records of the place, which are written again", async () => {
  const { log } = await backUp(await open());
  const state = { timeline: 1, since: new Date(), until: new Date(), lsn: "0/100" };
  await writeTimeline(await open(), log!.systemId, state);
  const isBad = (name: string) => /^newest[.]json|[.]state/.test(name);
  const again = await backUp(await open(isBad));
  expect(again.warnings).toContain("newest.json is damaged");
  expect((await readBackupState(shop.db)).lastGood).toMatchObject({ name: again.name });
});

test("refuses a place with a later backup, or log, of this database than it knows of", async () => {
  const repository = await open();
  await ensureSlot(shop.db, async () => undefined);
  onTestFinished(() => dropSlot(shop.db));
  const { warnings: _, ...ours } = await backUp(repository);
  const { systemId, timeline, endLsn: lsn } = ours.log!;
  const state = { timeline, since: ours.startedAt, until: ours.startedAt, lsn };
  await writeTimeline(repository, systemId, state);
  await backUp(repository);

  await writeTimeline(repository, systemId, { ...state, lsn: "FFFF/0" });
  await expect(backUp(repository)).rejects.toThrow(/newer log of this database.* was put back/);

  await writeTimeline(repository, systemId, state);
  const { segmentBytes } = ours.log!;
  const segment = { timeline, number: (readLsn(lsn) - 1n) / BigInt(segmentBytes) };
  const file = segmentFile(systemId, segment, segmentBytes);
  const name = segmentName(segment, segmentBytes);
  const log = readFileSync(join(folder.path, "data", "postgres", "cluster", "pg_wal", name));
  await repository.write(file, log);
  await backUp(repository);
  // It has written more than the archive has, and something else.
  log[Number((readLsn(lsn) - 1n) % BigInt(segmentBytes))]! ^= 1;
  await repository.write(file, log);
  await expect(backUp(repository)).rejects.toThrow(/other log .* of this database.* was put back/);
  await repository.remove(file);

  const later = { name: nameFor(new Date(Date.now() + 60_000)), number: ours.number + 5 };
  await writeManifest(repository, { ...ours, ...later });
  await expect(backUp(repository)).rejects.toThrow(
    `the backup ${later.name} of this database, which does not know of it`,
  );
  // After a restore, it continues on a timeline of its own.
  await writeManifest(repository, { ...ours, ...later, log: { ...ours.log!, timeline: 7 } });
  await backUp(repository);
});
