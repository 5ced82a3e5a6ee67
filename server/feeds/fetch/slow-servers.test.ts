import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { fetchFeeds } from "./fetch-feeds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let servers: Server[] = [];

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" });
});
afterAll(() => shop.close());
beforeEach(() => shop.deps.db.execute(sql`update feed set next_fetch_at = null`));
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const header = "Stock Number,Make,Model,Year,Price,Mileage\n";
const car = "S1,BMW,X5,2019,30000,10000\n";
const sendCar: Answer = (_, response) => void response.end(header + car);

/** A server with its own port, whose answer can change. */
async function aServer(answer: Answer) {
  const dealer = { answer, asked: 0 };
  const server = createServer((request, response) => {
    dealer.asked++;
    dealer.answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { dealer, url: `http://127.0.0.1:${port}/stock.csv` };
}

/** A feed of a new seller. */
async function aFeed(url: string) {
  const { token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const body = { name: "Nightly", options: { currency: "usd", distanceUnit: "mi" } };
  const { insertedId } = (await shop.call("POST", "/api/feeds", { token, body })).body;
  const path = `/api/feeds/${insertedId}`;
  await shop.call("PATCH", path, { token, body: { fetch: { url } } });
  return async () => (await shop.call("GET", path, { token })).body as FeedAnswer;
}

const patient = { secondsToSlow: 600 };
const fetchAll = (patience: Parameters<typeof fetchFeeds>[2] = patient) =>
  fetchFeeds(shop.deps, { allowPrivate: true }, patience);
const makeAllDue = () =>
  shop.deps.db.execute(
    sql`update feed set next_fetch_at = now() - interval '1 second' where next_fetch_at is not null`,
  );

test.each<[string, Answer]>([
  ["does not answer", () => undefined],
  ["sends the header and no more", (_, response) => void response.write(header)],
  [
    "trickles",
    (_, response) => {
      const timer = setInterval(() => response.write(car), 20);
      response.on("close", () => clearInterval(timer));
    },
  ],
])("ends a fetch whose server %s, and fetches the file later", async (_, answer) => {
  const { dealer, url } = await aServer(answer);
  const read = await aFeed(url);
  await fetchAll({ ...patient, pace: { seconds: 0.5, bytes: 1_024_000 } });
  const { cars, fetch } = await read();
  expect([cars, fetch!.error]).toEqual([
    0,
    "is too slow: it sent less than 1000 kB in 0.5 seconds",
  ]);
  dealer.answer = sendCar;
  await makeAllDue();
  await fetchAll();
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
});

test("a file that ends in time is read, however small it is", async () => {
  const read = await aFeed((await aServer(sendCar)).url);
  await fetchAll({ ...patient, pace: { seconds: 30, bytes: 1_024_000 } });
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
});

test("a fifth feed is fetched while the servers of four that worked before hang", async () => {
  const hanging = await Promise.all(Array.from({ length: 4 }, () => aServer(sendCar)));
  for (const { url } of hanging) await aFeed(url);
  const fifth = await aServer(sendCar);
  const read = await aFeed(fifth.url);
  await fetchAll();
  const openResponses: ServerResponse[] = [];
  for (const { dealer } of hanging)
    dealer.answer = (_, response) => void openResponses.push(response);
  fifth.dealer.answer = (_, response) =>
    void response.end(`${header}${car}S2,BMW,X5,2019,31000,11000\n`);
  await makeAllDue();
  await shop.deps.db.execute(sql`
    update feed set next_fetch_at = now() where fetch_url = ${fifth.url}`);
  const run = fetchAll({ secondsToSlow: 0.2 });
  try {
    await expect.poll(async () => (await read()).cars, { timeout: 20_000 }).toBe(2);
    expect(openResponses).toHaveLength(4);
  } finally {
    for (const response of openResponses) response.end(header + car);
    await run;
  }
});

test("at most two files of one server are fetched at a time", async () => {
  const openResponses: ServerResponse[] = [];
  const portal = await aServer((_, response) => void openResponses.push(response));
  for (let count = 0; count < 4; count++) await aFeed(`${portal.url}?dealer=${count}`);
  // All of them worked before, so that only their server limits them.
  await shop.deps.db.execute(sql`
    update feed set fetched_at = now() where fetch_url like ${`${portal.url}%`}`);
  const other = await aServer(sendCar);
  const read = await aFeed(other.url);
  const run = fetchAll();
  try {
    await expect.poll(async () => (await read()).cars, { timeout: 20_000 }).toBe(1);
    expect(portal.dealer.asked).toBe(2);
  } finally {
    portal.dealer.answer = sendCar;
    for (const response of openResponses) response.end(header + car);
    await run;
  }
  expect(portal.dealer.asked).toBe(4);
});
