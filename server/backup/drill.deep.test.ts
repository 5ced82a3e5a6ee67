import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundleProgram } from "#testing/bundle-program.ts";
import { expectToServe, findLost, startLoad } from "#testing/backup/drill-load.ts";
import {
  ask,
  fillShop,
  killShop,
  runCommand,
  startCommand,
  startShop,
  type ShopProcess,
} from "#testing/backup/shop-process.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { listTimelines } from "./archive/archive-files.ts";
import { listBackups } from "./manifest.ts";
import { openBackups } from "./open-backups.ts";
import { removeFolder } from "#testing/remove-folder.ts";

const seconds = sizeOf("drillSeconds");
const passphrase = "a passphrase of the tests, long enough";

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let folder: string;
let shop: ShopProcess | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-drill-"));
  bundle = await bundleProgram("backup/run-program");
});

afterAll(async () => {
  if (shop) await killShop(shop);
  bundle.remove();
  // The killed server may still be ending.
  await removeFolder(folder);
});

test(
  `a shop that lost its disk after ${seconds} s of load comes back with everything acknowledged, and as of a moment in between`,
  { timeout: 600_000 },
  async () => {
    const dataDir = join(folder, "data");
    const place = join(folder, "backups");
    const env = { DATA_DIR: dataDir, BACKUP_URL: place, BACKUP_PASSPHRASE: passphrase };
    shop = await startShop(bundle.program, env);
    const open = () =>
      openBackups({ BACKUP_PASSPHRASE: passphrase, BACKUP_KEY_FILE: undefined }, place, {
        cwd: "/",
        create: null,
      });
    // The first backup is made at once, because the archive is of no use without one.
    await vi.waitFor(
      async () => expect((await listBackups(await open())).backups).toHaveLength(1),
      { timeout: 60_000, interval: 500 },
    );
    const load = startLoad(shop, await fillShop(shop, { dataDir, cars: 20_000, buyers: 50 }));
    await sleep(seconds * 400);
    const made = await runCommand(bundle.program, ["backup"], env);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining("is complete") });
    await sleep(seconds * 300);
    const between = new Date();
    await sleep(seconds * 300);
    const { systemId } = (await listBackups(await open())).backups[0]!.log!;
    const archivedUntil = async () =>
      (await listTimelines(await open(), systemId)).at(-1)?.until ?? new Date(0);
    await vi.waitFor(async () => expect(+(await archivedUntil())).toBeGreaterThan(+between), {
      timeout: 60_000,
      interval: 200,
    });
    await killShop(shop);
    shop = null;
    await load.stop();
    const until = await archivedUntil();
    await removeFolder(dataDir);

    const safe = load.promised.filter(({ at }) => at <= until);
    for (const what of ["booking", "payment", "image"])
      expect(safe.filter((one) => one.what === what).length, what).toBeGreaterThan(0);
    const restored = await runCommand(bundle.program, ["restore"], env);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("all readable") });
    shop = await startShop(bundle.program, env);
    expect(await findLost(shop, safe)).toEqual([]);
    await expectToServe(shop, dataDir);
    console.log(
      `drill: ${load.promised.length} acknowledged in ${seconds} s, ${safe.length} of them before the last archived moment, ${(await findLost(shop, load.promised)).length} lost after it`,
    );
    await killShop(shop);
    shop = null;

    await expectNothingReplaced(env);
    const to = ["--to", between.toISOString().replace("Z", "+00:00"), "--replace"];
    const rewound = await runCommand(bundle.program, ["restore", ...to], env);
    expect(rewound).toMatchObject({ code: 0, output: expect.stringContaining("before-restore") });
    shop = await startShop(bundle.program, env);
    const early = load.promised.filter(({ at }) => at <= between);
    const late = load.promised.filter(({ began, what }) => began > between && what === "booking");
    expect(await findLost(shop, early)).toEqual([]);
    expect(late.length).toBeGreaterThan(0);
    expect(await findLost(shop, late)).toEqual(late);
    await expectToServe(shop, dataDir);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("restor"))).toEqual([]);
  },
);

/** Kills a command as soon as it has printed this. */
async function killAt(argv: string[], env: Record<string, string>, text: string): Promise<void> {
  const command = startCommand(bundle.program, argv, env);
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
    const dataDir = join(folder, "killed-data");
    const place = join(folder, "killed-backups");
    const env = { DATA_DIR: dataDir };
    const started = await startShop(bundle.program, env);
    shop = started;
    await fillShop(started, { dataDir, cars: 3, buyers: 1 });
    await killAt(["backup", place], env, "copying the images");
    const none = await runCommand(bundle.program, ["restore", place, "--list"], env);
    expect(none.output).not.toContain("state of");
    const made = await runCommand(bundle.program, ["backup", place], env);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining("is complete") });
    await killShop(started);
    shop = null;
    await removeFolder(dataDir);

    const steps = ["starting PostgreSQL", "copying the images", "comparing it with its hashes"];
    for (const step of steps.slice(0, sizeOf("killedRestores"))) {
      await killAt(["restore", place], env, step);
      expect(readdirSync(dataDir)).not.toContain("postgres");
    }
    const restored = await runCommand(bundle.program, ["restore", place], env);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("all readable") });
    shop = await startShop(bundle.program, env);
    const [row] = await ask<{ n: number }>(shop, "select count(*)::int as n from listing");
    expect(row).toEqual({ n: 3 });
  },
);

async function expectNothingReplaced(env: Record<string, string>): Promise<void> {
  const refused = await runCommand(bundle.program, ["restore"], env);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("With --replace, it is moved aside");
}
