import type { lookup } from "node:dns";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, afterAll, expect, test } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { downloadSftp } from "#server/platform/sftp/download-sftp.ts";
import { anAccount } from "#testing/builders.ts";
import { anRsaKey } from "#testing/sftp/an-rsa-key.ts";
import { newKey, startSftpServer, type SftpServer } from "#testing/sftp/start-sftp-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { fetchFeeds } from "./fetch-feeds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: SftpServer;
let url: string;
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;
const key = newKey();
const login = { username: "dealer", password: "secret:word" };

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" });
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { username: name, password } = login;
  dealer = await startSftpServer({ name, password, publicKey: key.public });
  url = `sftp://127.0.0.1:${dealer.port}/out/stock%20of%20today.csv`;
  await shop.deps.db.execute(sql`update feed set next_fetch_at = null`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const options = { currency: "usd", distanceUnit: "mi" };
  feed = (await call("POST", "/api/feeds", { name: "Nightly", options })).body.insertedId as string;
  provide(1, 2);
});
afterEach(() => dealer.close());

const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  shop.call(method, path, { token: seller.token, body });
const setFetch = (fetch: object) => call("PATCH", `/api/feeds/${feed}`, { fetch });
const read = async () => (await call("GET", `/api/feeds/${feed}`)).body as FeedAnswer;
const fetchAll = () => fetchFeeds(shop.deps, { allowPrivate: true });
async function fetchNow(): Promise<FeedAnswer> {
  await shop.deps.db.execute(
    sql`update feed set next_fetch_at = now() - interval '1 second' where id = ${feed}`,
  );
  await fetchAll();
  return read();
}
function provide(...numbers: number[]): void {
  const rows = numbers.map((number) => `S${number},BMW,X5,2019,3000${number},1000${number}`);
  const file = ["Stock Number,Make,Model,Year,Price,Mileage", ...rows, ""].join("\n");
  const mtime = 1_700_000_000 + numbers.length;
  dealer.files.set("/out/stock of today.csv", { content: Buffer.from(file), mtime });
}

test("fetches a file by SFTP, and reads it again only once it has changed", async () => {
  expect((await setFetch({ url, hour: 5, ...login })).body).toEqual({ modifiedCount: 1 });
  const { cars, fetch, lastPlan } = await fetchNow();
  expect([cars, lastPlan?.file]).toEqual([2, "stock%20of%20today.csv"]);
  expect(fetch).toMatchObject({
    url,
    hour: 5,
    error: null,
    username: "dealer",
    hasPassword: true,
    hasPrivateKey: false,
    newHostKey: null,
    hostKey: expect.stringMatching(/^ssh-ed25519 SHA256:/),
  });
  const { sent } = dealer;
  expect((await fetchNow()).fetch).toMatchObject({ error: null, lastAt: expect.any(String) });
  expect(dealer.sent).toBe(sent);
  provide(1, 2, 3);
  expect((await fetchNow()).cars).toBe(3);
});

/** In the OpenSSH form: cipher, key derivation, its options, the number of keys, the public and the private part. */
const fileWithoutKeys = `-----BEGIN OPENSSH PRIVATE KEY-----
${Buffer.from("openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\0\0\0\0\x08\0\0\0\0\0\0\0\0").toString("base64")}
-----END OPENSSH PRIVATE KEY-----
`;

test("logs in with a private key", async () => {
  for (const privateKey of ["no key", fileWithoutKeys]) {
    const refused = await setFetch({ url, username: "dealer", privateKey });
    expect(Object.keys(refused.body.error.fields)).toEqual(["fetch.privateKey"]);
  }
  await setFetch({ url, username: "dealer", privateKey: key.private });
  const { cars, fetch } = await fetchNow();
  expect([cars, fetch!.hasPassword, fetch!.hasPrivateKey]).toEqual([2, false, true]);
  expect(dealer.logins).toEqual([]);
  await setFetch({ url, username: "dealer", privateKey: newKey().private });
  expect((await fetchNow()).fetch!.error).toBe("refused the user name, the password or the key");
});

test("a large key that an earlier release stored is not used", async () => {
  await setFetch({ url, username: "dealer", privateKey: key.private });
  const large = await shop.deps.secrets.seal(anRsaKey({ modulus: 8_208, prime: 4_096 }), feed);
  await shop.deps.db.execute(sql`update feed set fetch_private_key = ${large} where id = ${feed}`);
  const { cars, fetch } = await fetchNow();
  expect([cars, fetch!.error]).toEqual([
    0,
    "The stored private key cannot be used. Enter another one; RSA keys have at most 8,192 bits.",
  ]);
  expect(dealer.logins).toEqual([]);
});

test("a wrong password is named, and SFTP needs a login", async () => {
  await setFetch({ url, ...login, password: "wrong" });
  const { cars, fetch } = await fetchNow();
  expect([cars, fetch!.error]).toEqual([0, "refused the user name, the password or the key"]);
  const fields = async (fetch: object) =>
    (await setFetch({ url, username: null, ...fetch })).body.error.fields as object;
  expect(await fields({})).toEqual({ "fetch.username": "Enter the user name." });
  expect(await fields({ username: "a:b" })).toEqual({
    "fetch.username": "A user name cannot contain a colon.",
  });
  expect(await fields({ ...login, password: "two\nlines" })).toEqual({
    "fetch.password": "A password cannot contain line breaks or tabs.",
  });
  expect(await fields({ username: "else" })).toEqual({
    "fetch.password": "Enter the password or a private key.",
  });
});

test("a changed host key stops the fetch until the seller accepts it", async () => {
  await setFetch({ url, ...login });
  const { hostKey } = (await fetchNow()).fetch!;
  await dealer.changeHostKey();
  provide(1, 2, 3);
  dealer.logins.length = 0;
  const stopped = await fetchNow();
  expect(stopped).toMatchObject({ cars: 2, fetch: { hostKey } });
  expect(stopped.fetch!.error).toContain("The server's host key has changed.");
  expect(dealer.logins).toEqual([]);
  const { newHostKey } = stopped.fetch!;
  expect(newHostKey).toMatch(/^ssh-ed25519 SHA256:/);
  expect(newHostKey).not.toBe(hostKey);

  const refused = await setFetch({ url, hostKey: "SHA256:short" });
  expect(Object.keys(refused.body.error.fields)).toEqual(["fetch"]);
  // Saving other settings does not accept it.
  await setFetch({ url, hour: 7 });
  expect((await fetchNow()).fetch!.error).toContain("The server's host key has changed.");
  await setFetch({ url, hour: 7, hostKey: newHostKey });
  expect(await fetchNow()).toMatchObject({
    cars: 3,
    fetch: { error: null, hostKey: newHostKey, newHostKey: null },
  });
});

test("refuses a file that is too large, also if its size is a lie, or is missing", async () => {
  await setFetch({ url, ...login });
  const mostBytes = 1_000;
  const name = "/out/stock of today.csv";
  const fetchFile = (seconds = 10) =>
    downloadSftp(
      url,
      {
        login: { ...login, privateKey: null },
        hostKey: null,
        onHostKey: () => undefined,
        etag: null,
        seconds,
        mostBytes,
        read: async (body) => {
          for await (const _ of body);
        },
      },
      { allowPrivate: true },
    );
  const content = Buffer.alloc(200_000);
  dealer.files.set(name, { content, mtime: 1 });
  await expect(fetchFile()).rejects.toThrow("is larger than");
  expect(dealer.sent).toBe(0);
  dealer.files.set(name, { content, mtime: 1, size: 10 });
  await expect(fetchFile()).rejects.toThrow("is larger than");
  dealer.files.set(name, { content, mtime: 1, size: 10, hangs: true });
  await expect(fetchFile(1)).rejects.toThrow("did not arrive within 1 seconds");
  dealer.files.clear();
  await expect(fetchFile()).rejects.toThrow("has no such file");
  expect((await fetchNow()).fetch!.error).toBe("has no such file");
});

const toThisMachine = ((_name: string, _options: object, done: (...addresses: unknown[]) => void) =>
  done(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookup;

test("refuses a server that insists on compression, which costs the shop without limit", async () => {
  for (const compress of ["zlib", "zlib@openssh.com"] as const) {
    const { username: name, password } = login;
    const compressing = await startSftpServer({ name, password, compress: [compress] });
    compressing.files = dealer.files;
    await setFetch({ url: url.replace(`${dealer.port}`, `${compressing.port}`), ...login });
    expect((await fetchNow()).fetch!.error).toContain("is not an SSH server");
    expect(compressing.logins).toEqual([]);
    await compressing.close();
  }
});

test("a fault of its reader, such as a full disk, is not called one of the server", async () => {
  const full = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  const fetched = downloadSftp(
    url,
    {
      login: { ...login, privateKey: null },
      hostKey: null,
      onHostKey: () => undefined,
      etag: null,
      seconds: 10,
      mostBytes: 1_000_000,
      read: () => Promise.reject(full),
    },
    { allowPrivate: true },
  );
  await expect(fetched).rejects.toBe(full);
});

test("a server that closes the connection after the file, or keeps it open, does not fail the fetch", async () => {
  const content = Buffer.from("one,two\n");
  for (const hangsUp of [true, false]) {
    dealer.files.set("/out/stock of today.csv", { content, mtime: 1, hangsUp });
    const fetched = await downloadSftp(
      url,
      {
        login: { ...login, privateKey: null },
        hostKey: null,
        onHostKey: () => undefined,
        etag: null,
        seconds: 20,
        mostBytes: 1_000,
        read: async (body) => {
          const read = await text(body);
          await expect.poll(() => dealer.connected, { timeout: 5_000 }).toBe(0);
          return read;
        },
      },
      { allowPrivate: true },
    );
    expect(fetched?.result).toBe("one,two\n");
  }
});

test("private addresses are refused before and after the name is resolved", async () => {
  await setFetch({ url, ...login });
  for (const address of [url, url.replace("127.0.0.1", "dealer.example")]) {
    await shop.deps.db.execute(sql`
      update feed set fetch_url = ${address}, next_fetch_at = now() - interval '1 second' where id = ${feed}`);
    await fetchFeeds(shop.deps, { allowPrivate: false, lookup: toThisMachine });
    expect((await read()).fetch!.error).toBe("the URL leads to a private address");
  }
  expect(dealer.logins).toEqual([]);
});
