import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundleProgram } from "#testing/bundle-program.ts";
import { expectAsDocumented } from "#testing/backup/documented-output.ts";
import {
  ask,
  killShop,
  runCommand,
  startShop,
  upload,
  type ShopProcess,
} from "#testing/backup/shop-process.ts";
import { removeFolder } from "#testing/remove-folder.ts";

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let folder: string;
let shop: ShopProcess | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-runbook-"));
  bundle = await bundleProgram("backup/run-program");
});

afterAll(async () => {
  if (shop) await killShop(shop);
  bundle.remove();
  await removeFolder(folder);
});

test(
  "the first backup is restored on trial by itself, and the commands print what the runbook shows",
  { timeout: 600_000 },
  async () => {
    const dataDir = join(folder, "data");
    const env = {
      DATA_DIR: dataDir,
      BACKUP_URL: join(folder, "backups"),
      BACKUP_PASSPHRASE: "a passphrase of the tests, long enough",
    };
    const run = async (argv: string[]) => {
      const { code, output } = await runCommand(bundle.program, argv, env);
      expect(code, output).toBe(0);
      return output;
    };
    shop = await startShop(bundle.program, env);
    expect(await upload(shop)).not.toBeNull();
    await vi.waitFor(
      async () => {
        const trials = await ask<{ error: string | null; rows: string; tables: number }>(
          shop!,
          "select error, rows, tables from trial_restore where finished_at is not null",
        );
        expect(trials).toEqual([
          { error: null, rows: expect.any(String), tables: expect.any(Number) },
        ]);
      },
      { timeout: 300_000, interval: 500 },
    );
    const [tried] = await ask<{ restored: boolean }>(
      shop,
      "select restored_at is not null as restored from backup",
    );
    expect(tried).toEqual({ restored: true });

    expectAsDocumented("npm run restore -- --list", await run(["restore", "--list"]));
    expectAsDocumented("npm run backup -- verify", await run(["backup", "verify"]));
    const elsewhere = ["backup", join(folder, "usb"), "--encrypt"];
    expectAsDocumented("npm run backup -- /mnt/usb --encrypt", await run(elsewhere));
    await killShop(shop);
    shop = null;
    await removeFolder(dataDir);
    expectAsDocumented("npm run restore", await run(["restore"]));
  },
);
