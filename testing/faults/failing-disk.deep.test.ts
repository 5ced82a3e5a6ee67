import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectEachKind, openDrill, type Drill } from "#testing/backup/drill.ts";
import { findLost, startLoad } from "#testing/backup/drill-load.ts";
import { fillShop, type Buyer, type ShopProcess } from "#testing/backup/shop-process.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { canMountFailingDisk, mountFailingDisk } from "./failing-disk.ts";

if (!canMountFailingDisk)
  console.log(
    "A failing disk: not run, because only root may mount one, where there are loop devices.",
  );

let drill: Drill;
let disk: ReturnType<typeof mountFailingDisk>;

beforeAll(async () => {
  if (canMountFailingDisk) drill = await openDrill();
});
afterAll(() => drill?.close());
beforeEach(() => {
  if (canMountFailingDisk) disk = mountFailingDisk(600);
});
afterEach(async () => {
  if (!canMountFailingDisk) return;
  await drill.kill();
  disk.remove();
});

const bookAt = ({ address }: ShopProcess, { token }: Buyer, car: string) =>
  fetch(`${address}/api/bookings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ productId: car, item: "Drill", price: 1 }),
  });

async function uploadTo({ address }: ShopProcess) {
  const picture = await aPicture({ width: 1_200, height: 900, noise: true });
  const { headers, payload } = aMultipartForm("image", "car.jpg", "image/jpeg", picture);
  const body = new Uint8Array(payload);
  return fetch(`${address}/api/images`, { method: "POST", headers, body });
}

async function expectRefusedForNow(response: Response, message: unknown): Promise<void> {
  const { message: text } = (await response.json()) as { message?: string };
  expect({
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text,
  }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/), text: message });
}

test.runIf(canMountFailingDisk)(
  "a disk that becomes read-only under load: visitors look on, writes are refused for now, and after a repair and a start nothing acknowledged is lost",
  { timeout: 400_000 },
  async () => {
    // Without a reserve, which is more than this disk has.
    const env = { DATA_DIR: disk.folder, UPLOAD_DISK_RESERVE_MB: "0" };
    const target = await drill.start(env);
    const { cars, buyers } = await fillShop(target, {
      dataDir: disk.folder,
      cars: 5_000,
      buyers: 100,
    });
    const spare = cars.splice(0, 100);
    const load = startLoad(target, { cars, buyers });
    await vi.waitFor(() => expectEachKind(load.promised), { timeout: 120_000, interval: 100 });
    await sleep(1_000);
    disk.fail();
    await load.stop();

    for (const car of spare.slice(0, 5)) {
      const booking = await bookAt(target, buyers[0]!, car);
      await expectRefusedForNow(booking, expect.stringContaining("try again"));
      expect((await fetch(`${target.address}/api/listings/${car}`)).status).toBe(200);
      expect((await fetch(`${target.address}/api/health/live`)).status).toBe(200);
    }
    const sorry = "We could not save this image. Please try again in a moment.";
    await expectRefusedForNow(await uploadTo(target), sorry);

    await drill.kill();
    await vi.waitFor(() => disk.repair(), { timeout: 30_000, interval: 200 });
    const again = await drill.start(env);
    expect(await findLost(again, load.promised)).toEqual([]);
    expect((await bookAt(again, buyers[1]!, spare[50]!)).status).toBe(200);
    expect((await uploadTo(again)).status).toBe(200);
    console.log(`disk read-only: ${load.promised.length} acknowledged, none lost`);
  },
);
