import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { serialize } from "node:v8";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { fetchFeeds } from "../fetch/fetch-feeds.ts";
import { emptyOptions } from "#server/imports/command/read-command.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { anAccount } from "#testing/builders.ts";
import { hostileFiles } from "#testing/imports/hostile-files.ts";
import { listReaders, leftFolders } from "#testing/imports/left-over.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1", FEED_SECONDS: "2", FEED_MEMORY_MB: "160" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const post = (url: string, body: Buffer | object) =>
  shop.call("POST", url, {
    token: seller.token,
    body,
    ...(Buffer.isBuffer(body) && { headers: { "content-type": "application/octet-stream" } }),
  });
const aFeed = async (name: string) => {
  const options = { currency: "usd", distanceUnit: "mi" };
  return (await post("/api/feeds", { name, options })).body.insertedId as string;
};
const names = Object.keys(hostileFiles) as (keyof typeof hostileFiles)[];
/** Files that are a feed, only too long for the limits of this test on a slow machine. */
const manyRows: typeof names = ["sheets.xlsx", "quote.csv.gz"];
const tooHeavy =
  "This file takes too long or too much memory to read. Split it into smaller files, or export it again as CSV.";

test.each(names)(
  "%s does no harm, as an upload and as a preview, and the shop answers meanwhile",
  { timeout: 120_000 },
  async (name) => {
    const feed = await aFeed(name);
    const file = hostileFiles[name]();
    for (const call of ["plans", "preview"]) {
      let isOver = false;
      const sent = post(`/api/feeds/${feed}/${call}?file=${name}`, file).finally(() => {
        isOver = true;
      });
      let answers = 0;
      while (!isOver) {
        // A turn of the event loop, so that the upload goes on.
        await new Promise((resolve) => setTimeout(resolve, 20));
        if ((await shop.call("GET", "/api/health/live")).status === 200) answers += 1;
      }
      const { status, body } = await sent;
      expect(answers).toBeGreaterThan(2);
      // The reader may know that it is no feed before it is ended, and a fast one gets through all rows of these.
      expect(manyRows.includes(name) ? [200, 400, 413] : [400, 413]).toContain(status);
      if (status === 413)
        expect(body).toMatchObject({ message: tooHeavy, error: { fields: { file: tooHeavy } } });
    }
    const { body } = await shop.call("GET", `/api/feeds/${feed}`, { token: seller.token });
    expect(body).toMatchObject({ cars: 0 });
    expect(listReaders(process.pid)).toEqual([]);
    expect(leftFolders(shop.deps.config.DATA_DIR)).toEqual([]);
  },
);

const good = Buffer.from("Make,Model,Year,Price,Mileage\nBMW,X5,2019,30000,10000\n");
/** No reader gets through its start with that, whatever its file. */
const hardlyAnyTime = 0.001;
const { FEED_SECONDS } = loadConfig({});
const limitTo = (seconds: number) => Object.assign(shop.deps.config, { FEED_SECONDS: seconds });

test("a file that ends its reader changes nothing, and the next one is read", async () => {
  const feed = await aFeed("Stock");
  limitTo(hardlyAnyTime);
  try {
    for (const call of ["plans", "preview"]) {
      const { status, body } = await post(`/api/feeds/${feed}/${call}?file=a.csv`, good);
      expect(status).toBe(413);
      expect(body).toMatchObject({ message: tooHeavy, error: { fields: { file: tooHeavy } } });
    }
    const planned = `/api/feeds/${feed}/preview`;
    expect((await shop.call("GET", planned, { token: seller.token })).status).toBe(413);
  } finally {
    limitTo(FEED_SECONDS);
  }
  const { status, body } = await post(`/api/feeds/${feed}/plans?file=a.csv`, good);
  expect([status, body.counts?.added]).toEqual([200, 1]);
});

test(
  "a fetched file that ends its reader twice is fetched again once its owner acts",
  { timeout: 120_000 },
  async () => {
    let fetches = 0;
    const dealer = createServer((_, response) => {
      fetches += 1;
      response.end(good);
    });
    await once(dealer.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}/stock`;
    const { token } = seller;
    const feed = await aFeed("Fetched");
    const setFetch = () =>
      shop.call("PATCH", `/api/feeds/${feed}`, { token, body: { fetch: { url, hour: 5 } } });
    const fetchNow = async (seconds = hardlyAnyTime) => {
      await shop.deps.db.execute(
        sql`update feed set next_fetch_at = now() - interval '1 second' where id = ${feed}`,
      );
      const config = { ...shop.deps.config, FEED_SECONDS: seconds };
      await fetchFeeds({ ...shop.deps, config }, { allowPrivate: true });
      return (await shop.call("GET", `/api/feeds/${feed}`, { token })).body.fetch;
    };
    try {
      await setFetch();
      expect(await fetchNow()).toMatchObject({ error: tooHeavy, isStopped: false });
      const stopped = await fetchNow();
      expect(stopped).toMatchObject({
        isStopped: true,
        error: expect.stringContaining("no longer"),
      });
      await fetchNow();
      expect(fetches).toBe(2);
      const { rows } = await shop.deps.db.execute<{ text: string }>(
        sql`select text from email where to_address = ${seller.email} and kind = 'feed.attention' order by created_at`,
      );
      expect(rows.map(({ text }) => text.includes(stopped.error))).toEqual([false, true]);

      // One more heavy file after the owner saved the settings does not stop it yet, and a good one counts from 0 again.
      await setFetch();
      expect(await fetchNow()).toMatchObject({ isStopped: false });
      expect(await fetchNow(FEED_SECONDS)).toMatchObject({ error: null, isStopped: false });
      expect(await fetchNow()).toMatchObject({ isStopped: false });
      expect(await fetchNow()).toMatchObject({ isStopped: true });
      await post(`/api/feeds/${feed}/plans?file=b.csv`, good);
      expect((await shop.call("GET", `/api/feeds/${feed}`, { token })).body.fetch).toMatchObject({
        isStopped: false,
        error: null,
      });
      expect(fetches).toBe(6);
    } finally {
      dealer.close();
    }
  },
);

test.skipIf(!existsSync("/proc"))(
  "a reader ends with the process that started it, although it is still asked",
  { timeout: 120_000 },
  async () => {
    const file = path.join(shop.deps.config.DATA_DIR, "header.csv");
    writeFileSync(file, hostileFiles["header.csv"]());
    const limits = '{"memoryMb":2000,"cpuSeconds":100,"parent":\'$$\'}';
    const program = `exec 3<&0; "$0" "$1" read-files '${limits}' <&3 & echo $!; wait`;
    const parent = spawn("sh", ["-c", program, process.execPath, process.env.TEST_READER!]);
    const question = { question: "inspect", input: { file, name: "a.csv", options: emptyOptions } };
    parent.stdin.write(`${serialize(question).toString("base64")}\n`);
    const pid = Number(String((await once(parent.stdout, "data"))[0]));
    const isRunning = () =>
      existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    // Once its watch runs, beside its main thread and those of V8 and the disk.
    await expect.poll(() => readdirSync(`/proc/${pid}/task`).length).toBeGreaterThan(6);
    expect(isRunning()).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(isRunning).toBe(false);
  },
);
