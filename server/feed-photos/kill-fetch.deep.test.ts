import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Photo } from "#shared/listings/listing.ts";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { createTestApp } from "#testing/test-app.ts";

const cars = 6;
const photosOfCar = 4;
const email = "seller@marque.example";

let database: TestDatabase;
let open: OpenDatabase;
let folder: string;
let dealer: Server;
let asked: number[];
let pictures: Buffer[];

beforeAll(async () => {
  database = await createTestDatabase();
  open = connectDatabase(database.url, 2);
  folder = mkdtempSync(path.join(tmpdir(), "marque-kill-fetch-"));
  pictures = await Promise.all(
    Array.from({ length: cars * photosOfCar }, (_, at) => pictureOf(at)),
  );
  asked = [];
  dealer = createServer((request, response) => {
    const at = Number(request.url!.slice(1, -4));
    asked.push(at);
    const picture = pictures[at]!;
    // Half of it, so that processes also die in the middle of one.
    response.writeHead(200, { "content-length": picture.length });
    response.write(picture.subarray(0, picture.length / 2));
    setTimeout(() => response.end(picture.subarray(picture.length / 2)), 150);
  });
  dealer.listen(0, "127.0.0.1");
  await once(dealer, "listening");
});
afterAll(async () => {
  dealer.close();
  await open.pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The color of a photo, far from the gray that a photo cut in half has at the bottom. */
const colorOf = (at: number) => ({ r: 255 - (at % 8) * 30, g: Math.floor(at / 8) * 50, b: 0 });
const pictureOf = (at: number) =>
  sharp({ create: { width: 1_200, height: 900, channels: 3, background: colorOf(at) } })
    .jpeg()
    .toBuffer();

function start(...argv: string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DEMO: "1",
    CURRENCY: "USD",
    INIT_CWD: folder,
    DATA_DIR: path.join(folder, "data"),
    NODE_ENV: "development",
  };
  const child = spawn(process.execPath, ["--import", "tsx", ...argv], { env, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended };
}
const startFetch = () => start("testing/feed-photos/fetch-due-photos.ts");

async function listCars(): Promise<void> {
  await open.db.execute(sql`
    insert into account (id, name, email, role, location, phone)
    values (${randomUUID()}, 'Seller', ${email}, 'Seller', 'Leeds', '1')`);
  const { port } = dealer.address() as AddressInfo;
  const rows = Array.from({ length: cars }, (_, car) => {
    const urls = Array.from(
      { length: photosOfCar },
      (_unused, at) => `http://127.0.0.1:${port}/${car * photosOfCar + at}.jpg`,
    );
    return `S${car},BMW,3 Series,2018,${15_000 + car},20000,${urls.join("|")}`;
  });
  const header = "Stock Number,Make,Model,Year,Price (USD),Mileage (mi),Image URLs";
  writeFileSync(path.join(folder, "stock.csv"), `${[header, ...rows].join("\n")}\n`);
  const sync = ["import", "sync", "stock.csv", "--seller", email, "--confirm"];
  expect(await start("server/main.ts", ...sync).ended).toBe(0);
}

/** The photos that the shop has a copy of, by their number. */
async function copies(): Promise<Map<number, string>> {
  const { rows } = await open.db.execute<{ url: string; image: string }>(
    sql`select url, image from feed_photo where image is not null`,
  );
  return new Map(rows.map(({ url, image }) => [Number(/(\d+)\.jpg$/.exec(url)![1]), image]));
}

/** Ten minutes later, what a killed process had claimed is due again. */
const makeDue = () =>
  open.db.execute(sql`update feed_photo set next_attempt_at = now() where image is null`);

test(
  "photos whose fetch is killed again and again are all there once",
  { timeout: 600_000 },
  async () => {
    await listCars();
    const delays = [0, 160, 400, 900];
    for (const [kill, delay] of delays.entries()) {
      const before = await copies();
      asked = [];
      const { child, ended } = startFetch();
      await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(kill * 2);
      await wait(delay);
      expect(child.exitCode).toBeNull();
      child.kill("SIGKILL");
      await ended;
      expect(asked.filter((at) => before.has(at))).toEqual([]);
      await makeDue();
    }
    const before = await copies();
    asked = [];
    expect(await startFetch().ended).toBe(0);
    // What the earlier processes had is not fetched again, and the rest once.
    const missing = pictures.map((_, at) => at).filter((at) => !before.has(at));
    expect(before.size).toBeGreaterThan(0);
    expect(asked.toSorted((a, b) => a - b)).toEqual(missing);
    const after = await copies();
    expect([...before].filter(([at, image]) => after.get(at) !== image)).toEqual([]);
    await expectAllShown(after);
  },
);

async function expectAllShown(images: Map<number, string>): Promise<void> {
  const { rows } = await open.db.execute<{ photos: Photo[] }>(sql`
    select photos from listing join account on account.id = seller_id
    where account.email = ${email} and withdrawn_at is null order by resale_price_minor`);
  const wanted = Array.from({ length: cars }, (_, car) =>
    Array.from({ length: photosOfCar }, (_unused, at) => images.get(car * photosOfCar + at)),
  );
  expect(rows.map(({ photos }) => photos.map(({ image }) => image))).toEqual(wanted);
  const claimed = sql`select count(*)::int as claimed from image where claimed_at is not null`;
  expect((await open.db.execute(claimed)).rows).toEqual([{ claimed: images.size }]);
  const shop = await createTestApp(
    { DATA_DIR: path.join(folder, "data"), CURRENCY: "USD" },
    { database: { ...database, drop: () => Promise.resolve() } },
  );
  for (const [at, image] of images) {
    const { statusCode, rawPayload } = await shop.app.inject({ url: image });
    expect([at, statusCode]).toEqual([at, 200]);
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    const { r, g, b } = colorOf(at);
    const last = [...data.subarray(data.length - info.channels)];
    for (const [channel, value] of [r, g, b].entries())
      expect(Math.abs(last[channel]! - value)).toBeLessThan(16);
  }
  await shop.close();
}
