import type { lookup } from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { checkFetchUrl } from "./check-fetch-url.ts";
import { claimDueFetch, forgetWaitingPlan } from "./feed-fetch-store.ts";
import { fetchFeeds } from "./fetch-feeds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: Server;
let address: string;
let file: { status: number; text: string; etag?: string; location?: string };
/** What happens while the dealer answers. */
let meanwhile: (url: string) => Promise<unknown>;
let asked: (string | undefined)[];
let authorized: (string | undefined)[];
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" });
  dealer = createServer((request, response) => {
    const { etag, status, text, location } = file;
    const sentEtag = request.headers["if-none-match"];
    asked.push(sentEtag);
    authorized.push(request.headers.authorization);
    void meanwhile(request.url!).then(() => {
      if (etag !== undefined && sentEtag === etag) response.writeHead(304).end();
      else
        response
          .writeHead(status, { ...(etag !== undefined && { etag }), ...(location && { location }) })
          .end(text);
    });
  });
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}/export/stock.csv?key=1`;
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});
beforeEach(async () => {
  vi.restoreAllMocks();
  [asked, authorized] = [[], []];
  meanwhile = () => Promise.resolve();
  await shop.deps.db.execute(sql`update feed set next_fetch_at = null`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const options = { currency: "usd", distanceUnit: "mi" };
  feed = (await call("POST", "/api/feeds", { name: "Nightly", options })).body.insertedId as string;
});

const call = (method: "GET" | "POST" | "PATCH", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });
const setFetch = (fetch: object | null) => call("PATCH", `/api/feeds/${feed}`, { fetch });
const read = async () => (await call("GET", `/api/feeds/${feed}`)).body as FeedAnswer;
const fetchAll = (deps = shop.deps) => fetchFeeds(deps, { allowPrivate: true });
const makeDue = () =>
  shop.deps.db.execute(
    sql`update feed set next_fetch_at = now() - interval '1 second' where id = ${feed}`,
  );
const emails = async () =>
  (
    await shop.deps.db.execute<{ subject: string; text: string }>(
      sql`select subject, text from email where to_address = ${seller.email} and kind = 'feed.attention'`,
    )
  ).rows;
const stock = (...numbers: number[]) =>
  [
    "Stock Number,Make,Model,Year,Price,Mileage",
    ...numbers.map((number) => `S${number},BMW,X5,2019,3000${number},1000${number}`),
    "",
  ].join("\n");

test("fetches a feed's file at once and then every day, and lists its cars", async () => {
  file = { status: 200, text: stock(1, 2), etag: '"one"' };
  expect((await setFetch({ url: address, hour: 5 })).body).toEqual({ modifiedCount: 1 });
  await fetchAll();
  const { cars, fetch, lastPlan } = await read();
  expect([cars, lastPlan?.file]).toEqual([2, "stock.csv"]);
  expect(fetch).toMatchObject({ url: address, hour: 5, error: null, lastAt: expect.any(String) });
  const next = new Date(fetch!.nextAt);
  expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([5, 0]);
  const hours = (next.getTime() - Date.now()) / 3_600_000;
  expect(hours > 0 && hours <= 24).toBe(true);
  await fetchAll();
  expect(asked).toEqual([undefined]);

  // The next day the file is the same, then a car is gone.
  await makeDue();
  await fetchAll();
  expect(asked).toEqual([undefined, '"one"']);
  file = { status: 200, text: stock(1, 2, 3, 4, 5, 6), etag: '"two"' };
  await makeDue();
  await fetchAll();
  file = { status: 200, text: stock(1, 3, 4, 5, 6) };
  await makeDue();
  await fetchAll();
  expect(await read()).toMatchObject({ cars: 5, lastPlan: { state: "applied" } });
  await setFetch(null);
  await fetchAll();
  expect([asked.length, (await read()).fetch]).toEqual([4, null]);
});

test("fetches a file that was cut off once more, and a new address without an ETag", async () => {
  file = { status: 200, text: stock(1, 2), etag: '"full"' };
  await setFetch({ url: address });
  await fetchAll();
  file = { status: 200, text: `${stock(1)}S3,BMW`, etag: '"short"' };
  await makeDue();
  await fetchAll();
  // The second car is kept, so the same file must not confirm it.
  expect((await read()).cars).toBe(2);
  await makeDue();
  await fetchAll();
  expect(asked).toEqual([undefined, '"full"', undefined]);

  file = { status: 200, text: stock(1, 2), etag: '"full"' };
  await makeDue();
  await fetchAll();
  await setFetch({ url: `${address}&lot=2` });
  await fetchAll();
  expect(asked.slice(3)).toEqual([undefined, undefined]);
});

test("a plan that needs a look waits for the seller, who gets one email", async () => {
  file = { status: 200, text: stock(1, 2, 3, 4) };
  await setFetch({ url: address });
  await fetchAll();
  file.text = stock(1);
  for (let day = 0; day < 2; day++) {
    await makeDue();
    await fetchAll();
  }
  const { cars, fetch, lastPlan } = await read();
  expect([cars, lastPlan?.state, lastPlan?.needsConfirmation]).toEqual([4, "waiting", true]);
  expect(fetch!.error).toBe("3 of 4 cars would be taken off sale. The plan waits for you.");
  const sent = await emails();
  expect(sent.map(({ subject }) => subject)).toEqual(["Your feed Nightly needs your attention"]);
  expect(sent[0]!.text).toContain("3 of 4 cars");

  const plan = `/api/feeds/${feed}/plans/${lastPlan!._id}`;
  expect((await call("POST", `${plan}/discard`)).body).toMatchObject({ state: "discarded" });
  expect((await read()).fetch!.error).toBeNull();
  await makeDue();
  await fetchAll();
  const again = (await read()).lastPlan!;
  await call("POST", `/api/feeds/${feed}/plans/${again._id}/apply`, { confirm: true });
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
});

test("a plan that waits is dropped once the file is as before", async () => {
  file = { status: 200, text: stock(1, 2, 3, 4) };
  await setFetch({ url: address });
  await fetchAll();
  for (const numbers of [[1], [1, 2, 3, 4]]) {
    file.text = stock(...numbers);
    await makeDue();
    await fetchAll();
  }
  expect(await read()).toMatchObject({
    cars: 4,
    fetch: { error: null },
    lastPlan: { state: "discarded" },
  });
});

test("a file that cannot be fetched or read changes nothing and is tried again", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  await fetchAll();
  file = { status: 503, text: "" };
  await makeDue();
  await fetchAll();
  const failed = await read();
  expect(failed).toMatchObject({ cars: 1, fetch: { error: "answered with status 503" } });
  const minutes = (new Date(failed.fetch!.nextAt).getTime() - Date.now()) / 60_000;
  expect(minutes > 55 && minutes < 61).toBe(true);
  file = { status: 200, text: "<html>Please sign in</html>" };
  await makeDue();
  await fetchAll();
  expect((await read()).fetch!.error).not.toMatch(/--|marque-fetch/);
  expect(await emails()).toHaveLength(2);
  file = { status: 200, text: stock(1, 2) };
  await makeDue();
  await fetchAll();
  expect(await read()).toMatchObject({ cars: 2, fetch: { error: null } });
});

test("private addresses are refused when entered, and before and after the name is resolved", async () => {
  for (const host of ["127.0.0.1", "10.0.0.8", "[::1]", "169.254.169.254", "localhost"]) {
    const enter = () => checkFetchUrl(`https://${host}/stock.csv`, false);
    expect(enter, host).toThrow("This URL leads to a private address.");
  }
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  const toThisMachine = ((
    _name: string,
    _options: object,
    done: (...addresses: unknown[]) => void,
  ) => done(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookup;
  for (const url of [address, address.replace("127.0.0.1", "dealer.example")]) {
    await shop.deps.db.execute(sql`update feed set fetch_url = ${url} where id = ${feed}`);
    await makeDue();
    await fetchFeeds(shop.deps, { allowPrivate: false, lookup: toThisMachine });
    expect((await read()).fetch!.error).toBe("the URL leads to a private address");
  }
  expect(asked).toEqual([]);
});

test("a fetch whose process was killed is done again, and two processes do it once", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  expect(
    await claimDueFetch(shop.deps.db, { notOf: [], notFrom: [], onlyProven: false }),
  ).toMatchObject({
    id: feed,
  });
  await fetchAll();
  expect(asked).toEqual([]);
  await makeDue();
  await Promise.all([fetchAll(), fetchAll()]);
  expect([asked.length, (await read()).cars]).toEqual([1, 1]);
});

test("a feed is stopped, or its plan waits, in whichever words its seller is told", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  const remember = (problem: string) =>
    shop.deps.db.execute(sql`update feed set fetch_error = 'Fechado.', fetch_problem = ${problem},
      heavy_fetches = 2, next_fetch_at = now() where id = ${feed}`);
  await remember("stopped");
  await fetchAll();
  expect(asked).toEqual([]);
  expect((await read()).fetch).toMatchObject({ isStopped: true, error: "Fechado." });
  await call("PATCH", `/api/feeds/${feed}`, { options: { currency: "eur" } });
  expect((await read()).fetch).toMatchObject({ isStopped: false, error: null });
  await remember("plan_waits");
  expect((await read()).fetch).toMatchObject({ isStopped: false });
  await forgetWaitingPlan(shop.deps.db, feed);
  expect((await read()).fetch!.error).toBeNull();
});

test("a feed during whose fetches the process was killed twice is stopped, and its seller told once", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  const claim = () => claimDueFetch(shop.deps.db, { notOf: [], notFrom: [], onlyProven: false });
  for (let times = 0; times < 2; times++) {
    await makeDue();
    expect(await claim()).toMatchObject({ id: feed });
    // It is still running.
    expect((await read()).fetch!.isStopped).toBe(false);
  }
  for (let times = 0; times < 2; times++) {
    await makeDue();
    await fetchAll();
  }
  expect(asked).toEqual([]);
  const { isStopped, error } = (await read()).fetch!;
  expect([isStopped, error]).toEqual([true, expect.stringContaining("no longer fetches it")]);
  expect((await emails()).map(({ text }) => text)).toEqual([
    expect.stringMatching(/stopped in the middle of reading the file.*no longer fetches it/s),
  ]);
  await setFetch({ url: address });
  await fetchAll();
  expect((await read()).fetch).toMatchObject({ isStopped: false, error: null });
  expect(asked).toHaveLength(1);
});

test("a fetch that fails for another reason counts neither for nor against its file", async () => {
  file = { status: 500, text: "" };
  await setFetch({ url: address });
  const claim = () => claimDueFetch(shop.deps.db, { notOf: [], notFrom: [], onlyProven: false });
  await claim();
  await makeDue();
  await fetchAll();
  expect(asked).toHaveLength(1);
  await makeDue();
  await claim();
  await makeDue();
  await fetchAll();
  expect([asked.length, (await read()).fetch!.isStopped]).toEqual([1, true]);
});

test("a fault of the shop's disk is not blamed on the dealer, and the file is fetched later", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  const log = vi.spyOn(shop.deps.log, "error");
  vi.stubEnv("TMPDIR", import.meta.filename);
  try {
    await fetchAll();
  } finally {
    vi.unstubAllEnvs();
  }
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining({ code: "ENOTDIR" }) }),
    expect.any(String),
  );
  const { error, isStopped } = (await read()).fetch!;
  expect([error, isStopped]).toEqual([expect.stringContaining("an error in the shop"), false]);
  await makeDue();
  await fetchAll();
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
});

test("a file that is the same as before confirms its cars", async () => {
  file = { status: 200, text: stock(1, 2), etag: '"same"' };
  await setFetch({ url: address });
  await fetchAll();
  const { rows } = await shop.deps.db.execute<{ id: string }>(sql`
    update listing set lapsed_at = now() where seller_id = ${seller.id} returning id`);
  await shop.deps.catalogue.refresh();
  const statuses = async () =>
    (await Promise.all(rows.map(({ id }) => shop.call("GET", `/api/listings/${id}`)))).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual([404, 404]);
  await makeDue();
  await fetchAll();
  expect(asked).toEqual([undefined, '"same"']);
  expect(await statuses()).toEqual([200, 200]);
});

test("a file is read again until the feed's cars agree with it", async () => {
  file = { status: 200, text: stock(1, 2, 3, 4), etag: '"four"' };
  await setFetch({ url: address });
  await fetchAll();
  file = { status: 200, text: stock(1), etag: '"one"' };
  for (let day = 0; day < 2; day++) {
    await makeDue();
    await fetchAll();
  }
  expect(asked).toEqual([undefined, '"four"', undefined]);
  const { lastPlan } = await read();
  await call("POST", `/api/feeds/${feed}/plans/${lastPlan!._id}/apply`, { confirm: true });
  for (let day = 0; day < 2; day++) {
    await makeDue();
    await fetchAll();
  }
  expect(asked.at(-1)).toBe('"one"');
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
});

test("an unexpected error fails one fetch, and the next feeds are fetched", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  const body = { name: "Second", options: { currency: "usd", distanceUnit: "mi" } };
  const second = (await call("POST", "/api/feeds", body)).body.insertedId as string;
  await call("PATCH", `/api/feeds/${second}`, { fetch: { url: `${address}2` } });
  const { catalogue } = shop.deps;
  let refreshes = 0;
  const refresh = () =>
    ++refreshes === 1 ? Promise.reject(new Error("out of memory")) : catalogue.refresh();
  await fetchAll({ ...shop.deps, catalogue: { ...catalogue, refresh } });
  expect(asked).toHaveLength(2);
  expect((await read()).fetch!.error).toContain("an error in the shop");
  expect((await call("GET", `/api/feeds/${second}`)).body.fetch.error).toBeNull();
});

/** A feed of the same server under another name, so that its limit does not count. */
async function addFeed(token: string, name: string, path: string): Promise<string> {
  const body = { name, options: { currency: "usd", distanceUnit: "mi" } };
  const { insertedId } = (await shop.call("POST", "/api/feeds", { token, body })).body;
  const url = address.replace("127.0.0.1", "localhost").replace("/export/", path);
  await shop.call("PATCH", `/api/feeds/${insertedId}`, { token, body: { fetch: { url } } });
  return `/api/feeds/${insertedId}`;
}

test.each([
  ["succeeded", null],
  ["failed in the shop", "shop_failed"],
])(
  "a feed whose last fetch %s does not wait for the servers of many that hang",
  async (_, problem) => {
    file = { status: 200, text: stock(1) };
    await setFetch({ url: address });
    await fetchAll();
    await shop.deps.db.execute(
      sql`update feed set fetch_error = ${problem}, fetch_problem = ${problem} where id = ${feed}`,
    );
    for (let count = 0; count < 5; count++) {
      const { token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
      await addFeed(token, "Hangs", "/hangs/");
    }
    file.text = stock(1, 2);
    // Due after all of them.
    await shop.deps.db.execute(sql`update feed set next_fetch_at = now() where id = ${feed}`);
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    meanwhile = (url) => (url.includes("hangs") ? released : Promise.resolve());
    const run = fetchAll();
    try {
      await expect.poll(async () => (await read()).cars, { timeout: 10_000 }).toBe(2);
    } finally {
      release();
      await run;
    }
    expect(asked).toHaveLength(7);
  },
);

test("another seller's feed is fetched while the server of a seller's two feeds hangs", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: `${address}&hangs` });
  await addFeed(seller.token, "Second", "/hangs/");
  const { token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const theirs = await addFeed(token, "Theirs", "/");
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  meanwhile = (url) => (url.includes("hangs") ? released : Promise.resolve());
  const run = fetchAll();
  try {
    const cars = async () => (await shop.call("GET", theirs, { token })).body.cars as number;
    await expect.poll(cars, { timeout: 10_000 }).toBe(1);
    expect(asked).toHaveLength(2);
  } finally {
    release();
    await run;
  }
  expect([asked.length, (await read()).cars]).toEqual([3, 1]);
});

test("the text of an unexpected error is in the log, not in the email", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  await shop.deps.db.execute(sql`update feed set feed_wins = '5' where id = ${feed}`);
  const log = vi.spyOn(shop.deps.log, "error");
  await fetchAll();
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.any(TypeError) }),
    expect.any(String),
  );
  expect((await emails()).map(({ text }) => text)).toEqual([
    expect.stringContaining("an error in the shop"),
  ]);
});

test("a feed that is deleted while it is fetched stays deleted, without an email", async () => {
  file = { status: 200, text: stock(1) };
  await setFetch({ url: address });
  meanwhile = () => shop.deps.db.execute(sql`delete from feed where id = ${feed}`);
  const log = vi.spyOn(shop.deps.log, "error");
  await fetchAll();
  expect(asked).toHaveLength(1);
  expect(log).not.toHaveBeenCalled();
  expect(await emails()).toEqual([]);
});

test("a password goes to the server of the URL alone, and is never answered", async () => {
  const login = { username: "dealer", password: "päss:word" };
  const basic = `Basic ${Buffer.from("dealer:päss:word").toString("base64")}`;
  const other = createServer((request, response) => {
    authorized.push(request.headers.authorization);
    response.end(stock(1, 2));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const otherAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}/stock.csv`;
  file = { status: 302, text: "", location: otherAddress };
  await setFetch({ url: address, ...login });
  await fetchAll();
  expect(authorized).toEqual([basic, undefined]);
  const { cars, fetch } = await read();
  expect([cars, fetch!.username, fetch!.hasPassword]).toEqual([2, "dealer", true]);
  expect(JSON.stringify(await read())).not.toContain(login.password);
  const { rows } = await shop.deps.db.execute(sql`select * from feed where id = ${feed}`);
  expect(JSON.stringify(rows)).not.toContain(login.password);

  // It stays for another path, and goes with the server or the user name.
  const hasPassword = async () => (await read()).fetch!.hasPassword;
  await setFetch({ url: `${address}&more` });
  expect(await hasPassword()).toBe(true);
  await setFetch({ url: otherAddress });
  expect([await hasPassword(), (await read()).fetch!.username]).toEqual([false, null]);
  await setFetch({ url: address, ...login });
  await setFetch({ url: address, username: "else" });
  expect(await hasPassword()).toBe(false);
  other.close();
});

test("a wrong password is named, and one of another shop's secret is asked for again", async () => {
  file = { status: 401, text: "" };
  await setFetch({ url: address });
  await fetchAll();
  expect((await read()).fetch!.error).toBe("requires a user name and a password");
  await setFetch({ url: address, username: "dealer", password: "wrong" });
  await fetchAll();
  expect((await read()).fetch!.error).toBe("refused the user name or the password");
  await shop.deps.db.execute(sql`update feed set fetch_password = 'x' where id = ${feed}`);
  await makeDue();
  await fetchAll();
  expect((await read()).fetch!.error).toContain("Enter it again.");
  expect(
    (await setFetch({ url: address, username: null, password: "p" })).body.error.fields,
  ).toEqual({ "fetch.username": "Enter the user name." });
});

test("a fetch that ends after its settings were changed records nothing", async () => {
  file = { status: 401, text: "" };
  await setFetch({ url: address });
  meanwhile = () => {
    meanwhile = () => Promise.resolve();
    file = { status: 200, text: stock(1) };
    return setFetch({ url: address, username: "dealer", password: "right" });
  };
  await fetchAll();
  expect(authorized).toHaveLength(2);
  expect(await read()).toMatchObject({ cars: 1, fetch: { error: null } });
  expect(await emails()).toEqual([]);
});

test.each([
  ["stock.csv", "Enter the full URL of the file, starting with https:// or sftp://."],
  [
    "ftp://dealer.example/stock.csv",
    "Enter the full URL of the file, starting with https:// or sftp://.",
  ],
  ["sftp://dealer.example/", "Enter the path of the file too"],
  ["sftp:///stock.csv", "Enter the full URL of the file"],
  ["sftp://me:secret@dealer.example/stock.csv", "Leave name and password out of the URL"],
  ["https://me:secret@dealer.example/", "Leave name and password out of the URL"],
])("refuses the URL %s", async (url, message) => {
  const { status, body } = await setFetch({ url });
  expect([status, body.error.fields["fetch.url"]]).toEqual([400, expect.stringContaining(message)]);
  expect((await read()).fetch).toBeNull();
});
