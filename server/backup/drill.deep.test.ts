import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectAsDocumented } from "#testing/backup/documented-output.ts";
import {
  expectAsOf,
  expectEachKind,
  loadDuringBackup,
  openDrill,
  untilFirstBackup,
  type Drill,
} from "#testing/backup/drill.ts";
import { expectToServe, findLost } from "#testing/backup/drill-load.ts";
import {
  ask,
  fillShop,
  runCommand,
  startCommand,
  type ShopProcess,
} from "#testing/backup/shop-process.ts";
import { removeFolder } from "#testing/remove-folder.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { listTimelines } from "./archive/archive-files.ts";
import { listBackups } from "./manifest.ts";

const seconds = sizeOf("drillSeconds");
const passphrase = "a passphrase of the tests, long enough";

let drill: Drill;
beforeAll(async () => (drill = await openDrill()));
afterAll(() => drill.close());

test(
  `a shop that lost its disk after ${seconds} s of load comes back with everything acknowledged, and as of a moment in between; the commands print what the runbook shows`,
  { timeout: 900_000 },
  async () => {
    const dataDir = join(drill.folder, "data");
    const place = join(drill.folder, "backups");
    const env = { DATA_DIR: dataDir, BACKUP_URL: place, BACKUP_PASSPHRASE: passphrase };
    let shop = await drill.start(env);
    const open = await untilFirstBackup(place, passphrase);
    await untilRestoredOnTrial(shop);
    await expectCommandsAsDocumented(env);
    const { load, between } = await loadDuringBackup(shop, {
      dataDir,
      seconds,
      backUp: () => drill.run(["backup"], env, "is complete"),
    });
    const { systemId } = (await listBackups(await open())).backups[0]!.log!;
    const archivedUntil = async () =>
      (await listTimelines(await open(), systemId)).at(-1)?.until ?? new Date(0);
    await vi.waitFor(async () => expect(+(await archivedUntil())).toBeGreaterThan(+between), {
      timeout: 120_000,
      interval: 200,
    });
    await drill.kill();
    await load.stop();
    const until = await archivedUntil();
    await removeFolder(dataDir);

    const safe = load.promised.filter(({ at }) => at <= until);
    expectEachKind(safe);
    const restored = await drill.run(["restore"], env, "all readable");
    expectAsDocumented("npm run restore", restored);
    shop = await drill.start(env);
    expect(await findLost(shop, safe)).toEqual([]);
    await expectToServe(shop, dataDir);
    console.log(
      `drill: ${load.promised.length} acknowledged in ${seconds} s, ${safe.length} of them before the last archived moment, ${(await findLost(shop, load.promised)).length} lost after it`,
    );
    await drill.kill();

    await expectNothingReplaced(env);
    const to = ["--to", between.toISOString().replace("Z", "+00:00"), "--replace"];
    const back = await drill.run(["restore", ...to], env, "before-restore");
    expectAsDocumented('npm run restore -- --to "2026-11-26 17:20" --replace', back);
    shop = await drill.start(env);
    await expectAsOf(shop, { moment: between, promised: load.promised, dataDir });
    expect(readdirSync(dataDir).filter((name) => name.startsWith("restor"))).toEqual([]);
  },
);

/** The shop restores its first backup by itself, to see whether it can be. */
async function untilRestoredOnTrial(shop: ShopProcess): Promise<void> {
  await vi.waitFor(
    async () => {
      const trials = await ask<{ error: string | null; rows: string; tables: number }>(
        shop,
        "select error, rows, tables from trial_restore where finished_at is not null",
      );
      expect(trials).toEqual([
        { error: null, rows: expect.any(String), tables: expect.any(Number) },
      ]);
    },
    { timeout: 300_000, interval: 500 },
  );
  const tried = await ask<{ restored: boolean }>(
    shop,
    "select restored_at is not null as restored from backup",
  );
  expect(tried).toEqual([{ restored: true }]);
}

async function expectCommandsAsDocumented(env: Record<string, string>): Promise<void> {
  expectAsDocumented("npm run restore -- --list", await drill.run(["restore", "--list"], env));
  expectAsDocumented("npm run backup -- verify", await drill.run(["backup", "verify"], env));
  const elsewhere = ["backup", join(drill.folder, "usb")];
  expectAsDocumented("npm run backup -- /mnt/usb", await drill.run(elsewhere, env));
}

async function expectNothingReplaced(env: Record<string, string>): Promise<void> {
  const refused = await runCommand(drill.program, ["restore"], env);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("With --replace, it is moved aside");
}

/** Kills a command as soon as it has printed this. */
async function killAt(argv: string[], env: Record<string, string>, text: string): Promise<void> {
  const command = startCommand(drill.program, argv, env);
  await vi.waitFor(() => expect(command.output()).toContain(text), {
    timeout: 120_000,
    interval: 5,
  });
  command.child.kill("SIGKILL");
  await once(command.child, "close");
}

test(
  "a killed backup is no backup, and a killed restore changes nothing",
  { timeout: 600_000 },
  async () => {
    await drill.kill();
    const dataDir = join(drill.folder, "killed-data");
    const place = join(drill.folder, "killed-backups");
    const env = { DATA_DIR: dataDir };
    const shop = await drill.start(env);
    await fillShop(shop, { dataDir, cars: 3, buyers: 1 });
    await killAt(["backup", place], env, "copying the images");
    const none = await runCommand(drill.program, ["restore", place, "--list"], env);
    expect(none.output).not.toContain("state of");
    await drill.run(["backup", place], env, "is complete");
    await drill.destroy(dataDir);

    const steps = ["starting PostgreSQL", "copying the images", "comparing it with its hashes"];
    for (const step of steps.slice(0, sizeOf("killedRestores"))) {
      await killAt(["restore", place], env, step);
      expect(readdirSync(dataDir)).not.toContain("postgres");
    }
    await drill.run(["restore", place], env, "all readable");
    const back = await drill.start(env);
    const [row] = await ask<{ n: number }>(back, "select count(*)::int as n from listing");
    expect(row).toEqual({ n: 3 });
  },
);
