import { generateKeyPairSync } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { leftFolders, listReaders } from "#testing/imports/left-over.ts";
import { startSigningServer } from "#testing/sftp/start-signing-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { fetchFeeds } from "./fetch-feeds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1", FEED_SECONDS: "2" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  shop.call(method, path, { token: seller.token, body });

test(
  "a server that demands thousands of signatures ends the process that fetches, and the shop answers meanwhile",
  { timeout: 180_000 },
  async () => {
    const server = await startSigningServer(5_000);
    const id = (await call("POST", "/api/feeds", { name: "Nightly" })).body.insertedId as string;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 4_096 });
    const fetch = {
      url: `sftp://127.0.0.1:${server.port}/stock.csv`,
      username: "dealer",
      privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    };
    expect((await call("PATCH", `/api/feeds/${id}`, { fetch })).body).toEqual({ modifiedCount: 1 });
    const tooHeavy = "The file cannot be fetched: its server takes too long or too much memory.";
    for (const attempt of [1, 2]) {
      await shop.deps.db.execute(
        sql`update feed set next_fetch_at = now() - interval '1 second' where id = ${id}`,
      );
      let isOver = false;
      const fetched = fetchFeeds(shop.deps, { allowPrivate: true }).finally(() => (isOver = true));
      let answers = 0;
      while (!isOver) {
        if ((await call("GET", "/api/health/live")).status === 200) answers += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await fetched;
      expect(answers).toBeGreaterThan(2);
      const feed = (await call("GET", `/api/feeds/${id}`)).body as FeedAnswer;
      // The second in a row is the last one, as with files that end the process which reads them.
      expect(feed.fetch).toMatchObject({ isStopped: attempt === 2 });
      expect(feed.fetch!.error).toContain(tooHeavy);
    }
    expect([leftFolders(shop.deps.config.DATA_DIR), listReaders(process.pid)]).toEqual([[], []]);
    await server.close();
  },
);
