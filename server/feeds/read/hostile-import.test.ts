import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { removeLeftFolders, withFeedFolder } from "#server/imports/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { commandShop } from "#testing/imports/command-shop.ts";
import { leftFolders, listReaders } from "#testing/imports/left-over.ts";
import { runImportOrSync } from "../feed-command.ts";

const shop = commandShop();
beforeEach(() => {
  // No reader gets through its start with that.
  vi.stubEnv("FEED_SECONDS", "0.001");
});
const dataDir = () => path.join(shop.folder, "data");

test.each([["FILE"], ["sync"]])(
  "import %s ends with one line and code 1 for a file that ends its reader",
  { timeout: 120_000 },
  async (form) => {
    writeFileSync(
      path.join(shop.folder, "cars.csv"),
      "Make,Model,Year,Price,Mileage\nBMW,X5,2019,30000,10000\n",
    );
    const argv = [...(form === "sync" ? [form] : []), "cars.csv", "--seller", shop.seller.email];
    expect(await runImportOrSync(argv)).toBe(1);
    expect(shop.output).toEqual([expect.stringMatching(/^This file takes too long or too much/)]);
    const listings = shop.db.$count(listingTable, eq(listingTable.sellerId, shop.seller.id));
    expect(await listings).toBe(0);
    expect([listReaders(process.pid), leftFolders(dataDir())]).toEqual([[], []]);
  },
);

test("removes the files of processes that ended, and no others", async () => {
  await withFeedFolder(dataDir(), async (own) => {
    const folder = path.dirname(own);
    const of = (pid: number) => path.join(folder, `${pid}-abc`);
    // The parent of this process runs, and no process has so large a number.
    for (const pid of [process.ppid, 2 ** 30]) mkdirSync(of(pid), { recursive: true });
    await removeLeftFolders(dataDir());
    expect(leftFolders(dataDir())).toEqual([`${process.ppid}-abc`]);
    await removeLeftFolders(path.join(shop.folder, "other"));
    expect(leftFolders(dataDir())).toHaveLength(1);
  });
});
