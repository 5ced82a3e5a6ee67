import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectEachKind, openDrill, type Drill } from "#testing/backup/drill.ts";
import { findLost, startLoad } from "#testing/backup/drill-load.ts";
import {
  ask,
  fillShop,
  runCommand,
  type Buyer,
  type ShopProcess,
} from "#testing/backup/shop-process.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { canMount, mountSmallDisk } from "./small-disk.ts";

if (!canMount) console.log("Disk faults: not run, because only root may mount a small disk.");
const withDisk = test.runIf(canMount);

let drill: Drill;
let disk: ReturnType<typeof mountSmallDisk>;
let stock: { cars: string[]; buyers: Buyer[] };

beforeAll(async () => {
  if (canMount) drill = await openDrill();
});
afterAll(() => drill?.close());

beforeEach(() => {
  if (canMount) disk = mountSmallDisk(300);
});
afterEach(async () => {
  if (!canMount) return;
  await drill.kill();
  disk.remove();
});

// Without a reserve, which is more than this disk has: uploads are to meet the full disk itself.
const settings = () => ({ DATA_DIR: disk.folder, UPLOAD_DISK_RESERVE_MB: "0" });

async function open(): Promise<ShopProcess> {
  const shop = await drill.start(settings());
  stock = await fillShop(shop, { dataDir: disk.folder, cars: 20_000, buyers: 400 });
  return shop;
}

type Seen = { status: number; retryAfter: string | null; message: string };
async function seenBy(response: Promise<Response>): Promise<Seen> {
  const answer = await response;
  const body = (await answer.json()) as { message?: string };
  const retryAfter = answer.headers.get("retry-after");
  return { status: answer.status, retryAfter, message: body.message ?? "" };
}
let turn = 0;
const bookOne = ({ address }: ShopProcess) =>
  seenBy(
    fetch(`${address}/api/bookings`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${stock.buyers[(turn += 1) % stock.buyers.length]!.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ productId: stock.cars.pop(), item: "Drill", price: 1 }),
    }),
  );
async function uploadOne({ address }: ShopProcess): Promise<Seen> {
  const picture = await aPicture({ width: 1_200, height: 900, noise: true });
  const { headers, payload } = aMultipartForm("image", "car.jpg", "image/jpeg", picture);
  const body = new Uint8Array(payload);
  return seenBy(fetch(`${address}/api/images`, { method: "POST", headers, body }));
}
const statusOf = async ({ address }: ShopProcess, path: string) =>
  (await fetch(`${address}${path}`)).status;

const sorry = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) };
const comesBack = { timeout: 120_000, interval: 500 };

withDisk(
  "a full disk: visitors look on, uploads and bookings are refused for now, and nothing acknowledged is lost",
  { timeout: 400_000 },
  async () => {
    const target = await open();
    const load = startLoad(target, stock);
    await sleep(3_000);
    await load.stop();
    expectEachKind(load.promised);

    disk.fill();
    expect(await uploadOne(target)).toEqual({
      ...sorry,
      message: "We could not save this image. Please try again in a moment.",
    });
    const before = await ask<{ n: number }>(target, "select count(*)::int as n from booking");
    let count = 0;
    // Some still fit into pages and log files that exist.
    const refused = await vi.waitFor(async () => {
      const seen = await bookOne(target);
      if (seen.status === 200) count += 1;
      expect(seen.status).not.toBe(200);
      return seen;
    }, comesBack);
    expect(refused).toEqual({ ...sorry, message: expect.stringContaining("try again") });

    // The write-ahead log does not fit either: PostgreSQL stops, and is started again and again.
    await ask(target, "select pg_switch_wal(), txid_current()").catch(() => undefined);
    await ask(target, "create table filler as select 1").catch(() => undefined);
    for (let again = 0; again < 5; again += 1) {
      expect(await bookOne(target)).toMatchObject(sorry);
      expect(await statusOf(target, `/api/listings/${stock.cars[0]}`)).toBe(200);
      expect(await statusOf(target, "/api/health/live")).toBe(200);
    }

    disk.free();
    await vi.waitFor(
      async () => expect(await bookOne(target)).toMatchObject({ status: 200 }),
      comesBack,
    );
    expect((await uploadOne(target)).status).toBe(200);
    expect(await statusOf(target, "/api/health/ready")).toBe(200);
    expect(await findLost(target, load.promised)).toEqual([]);
    const after = await ask<{ n: number }>(target, "select count(*)::int as n from booking");
    expect(after[0]!.n).toBeGreaterThanOrEqual(before[0]!.n + count + 1);
    console.log(
      `disk full: ${load.promised.length} acknowledged before, ${count} while full, none lost`,
    );
  },
);

withDisk(
  "a read-only image folder: uploads are refused for now, and everything else works",
  { timeout: 200_000 },
  async () => {
    const target = await open();
    expect((await uploadOne(target)).status).toBe(200);
    disk.makeReadOnly("images");
    expect(await uploadOne(target)).toEqual({
      ...sorry,
      message: "We could not save this image. Please try again in a moment.",
    });
    expect((await bookOne(target)).status).toBe(200);
    disk.makeWritable();
    expect((await uploadOne(target)).status).toBe(200);
  },
);

withDisk(
  "a read-only disk: the start says so and changes nothing, and works once it is writable",
  { timeout: 200_000 },
  async () => {
    const target = await open();
    const load = startLoad(target, stock);
    await sleep(1_000);
    await load.stop();
    await drill.kill();
    disk.makeReadOnly(".");
    const env = { ...settings(), PORT: "0" };
    const { code, output } = await runCommand(drill.program, ["serve"], env);
    expect(code).not.toBe(0);
    expect(output).toMatch(/read-only|EROFS/);
    disk.makeWritable();
    const shop = await drill.start(settings());
    expect(await findLost(shop, load.promised)).toEqual([]);
  },
);
