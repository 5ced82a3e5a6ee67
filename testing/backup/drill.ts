import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { listBackups } from "#server/backup/manifest.ts";
import { openBackups } from "#server/backup/open-backups.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { removeFolder } from "#testing/remove-folder.ts";
import { makeFolder } from "./database-in-folder.ts";
import { expectToServe, findLost, startLoad, type Promised } from "./drill-load.ts";
import { fillShop, killShop, runCommand, startShop, type ShopProcess } from "./shop-process.ts";

type Environment = Record<string, string>;

/** A folder and the shop's program, of which at most one shop runs at a time. `close` ends and removes everything. */
export async function openDrill() {
  const { path: folder } = makeFolder();
  const bundle = await bundleProgram("backup/run-program");
  let shop: ShopProcess | null = null;

  /** Ends the shop and its database as a power failure would. */
  async function kill(): Promise<void> {
    if (shop) await killShop(shop);
    shop = null;
  }
  return {
    folder,
    program: bundle.program,
    kill,
    async start(env: Environment): Promise<ShopProcess> {
      shop = await startShop(bundle.program, env);
      return shop;
    },
    /** Ends the shop as a service manager does. */
    async stop(): Promise<void> {
      const { child } = shop!;
      child.kill("SIGTERM");
      await vi.waitFor(() => expect(child.exitCode).toBe(0), { timeout: 60_000, interval: 50 });
      shop = null;
    },
    /** Runs a command that has to work. @returns what it printed */
    async run(argv: string[], env: Environment, says = ""): Promise<string> {
      const { code, output } = await runCommand(bundle.program, argv, env);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(says) });
      return output;
    },
    /** The shop and its disk are lost. */
    async destroy(dataDir: string): Promise<void> {
      await kill();
      await removeFolder(dataDir);
    },
    async close(): Promise<void> {
      await kill();
      bundle.remove();
      // The killed server may still be ending.
      await removeFolder(folder);
    },
  };
}

export type Drill = Awaited<ReturnType<typeof openDrill>>;

/**
 * Waits for the backup that a shop with BACKUP_URL makes at once, because the archive is of no use without one.
 * @returns opens the place again at each call, so that nothing is remembered
 */
export async function untilFirstBackup(place: string, passphrase?: string) {
  const settings = { BACKUP_PASSPHRASE: passphrase, BACKUP_KEY_FILE: undefined };
  const open = () => openBackups(settings, place, { cwd: "/", create: null, lastBackupIn: null });
  await vi.waitFor(async () => expect((await listBackups(await open())).backups).toHaveLength(1), {
    timeout: 300_000,
    interval: 500,
  });
  return open;
}

/**
 * Books, pays and uploads for some seconds, and backs the shop up meanwhile. The load goes on at the end.
 * @returns the load, and a moment in it, after the backup
 */
export async function loadDuringBackup(
  shop: ShopProcess,
  { dataDir, seconds, backUp }: { dataDir: string; seconds: number; backUp(): Promise<unknown> },
) {
  const load = startLoad(shop, await fillShop(shop, { dataDir, cars: 20_000, buyers: 50 }));
  await sleep(seconds * 400);
  await backUp();
  await sleep(seconds * 300);
  await vi.waitFor(() => expectEachKind(load.promised), patience);
  const between = new Date();
  await sleep(seconds * 300);
  await vi.waitFor(() => expect(bookedAfter(between, load.promised)).not.toEqual([]), patience);
  return { load, between };
}

/** On a busy machine the load is slow. */
const patience = { timeout: 120_000, interval: 100 };

const bookedAfter = (moment: Date, promised: readonly Promised[]) =>
  promised.filter(({ began, what }) => began > moment && what === "booking");

/** Expects some of each kind, without which a comparison would say nothing. */
export function expectEachKind(promised: readonly Promised[]): void {
  for (const what of ["booking", "payment", "image"])
    expect(promised.filter((one) => one.what === what).length, what).toBeGreaterThan(0);
}

/** Expects a restored shop to have everything that was acknowledged by a moment and no booking of later, and to serve. */
export async function expectAsOf(
  shop: ShopProcess,
  { moment, promised, dataDir }: { moment: Date; promised: readonly Promised[]; dataDir: string },
): Promise<void> {
  const early = promised.filter(({ at }) => at <= moment);
  const late = bookedAfter(moment, promised);
  expectEachKind(early);
  expect(await findLost(shop, early)).toEqual([]);
  expect(late).not.toEqual([]);
  expect(await findLost(shop, late)).toEqual(late);
  await expectToServe(shop, dataDir);
}
