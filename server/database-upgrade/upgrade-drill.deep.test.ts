import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAsDocumented } from "#testing/backup/documented-output.ts";
import { expectEachKind, openDrill, type Drill } from "#testing/backup/drill.ts";
import { expectToServe, findLost, startLoad } from "#testing/backup/drill-load.ts";
import { fillShop, runCommand } from "#testing/backup/shop-process.ts";

const oldBin = "/usr/lib/postgresql/15/bin";
const canRun = existsSync(oldBin);
if (!canRun) console.log("skipped: install postgresql-15 to upgrade from it");

let drill: Drill;
beforeAll(async () => (drill = await openDrill()));
afterAll(() => drill.close());

test.runIf(canRun)(
  "a shop that was in use moves to a new PostgreSQL by command, has everything acknowledged, and goes back",
  { timeout: 600_000 },
  async () => {
    const dataDir = join(drill.folder, "data");
    const env = { DATA_DIR: dataDir };
    const before = { ...env, TEST_POSTGRES_BIN: oldBin };
    const old = await drill.start(before);
    const load = startLoad(old, await fillShop(old, { dataDir, cars: 5_000, buyers: 50 }));
    await sleep(3_000);
    await load.stop();
    expectEachKind(load.promised);
    await drill.stop();

    const refused = await runCommand(drill.program, ["serve"], { ...env, PORT: "0" });
    expect(refused).toMatchObject({ output: expect.stringContaining("npm run upgrade-database") });
    expect(refused.code).not.toBe(0);
    const moved = await drill.run(["upgrade-database", "--old-bin", oldBin], env);
    expectAsDocumented(`npm run upgrade-database -- --old-bin ${oldBin}`, moved);
    const upgraded = await drill.start(env);
    expect(await findLost(upgraded, load.promised)).toEqual([]);
    await expectToServe(upgraded, dataDir);
    await drill.stop();

    await drill.run(["upgrade-database", "--undo"], env);
    expect(await findLost(await drill.start(before), load.promised)).toEqual([]);
    console.log(`upgrade: ${load.promised.length} acknowledged before it, none lost`);
  },
);
