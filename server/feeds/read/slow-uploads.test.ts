import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { eventually } from "#testing/eventually.ts";
import { sendInBytes } from "#testing/send-in-bytes.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
const folder = mkdtempSync(path.join(tmpdir(), "marque-test-"));
beforeAll(async () => {
  shop = await createTestApp();
  vi.stubEnv("TMPDIR", folder);
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
});
/** What uploads have of the disk. */
const folders = () =>
  readdirSync(folder).flatMap((shopFolder) => readdirSync(path.join(folder, shopFolder)));
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

type Seller = Awaited<ReturnType<typeof anAccount>>;
async function aFeed({ token }: Seller): Promise<string> {
  const options = { currency: "usd", distanceUnit: "mi" };
  const { body } = await shop.call("POST", "/api/feeds", { token, body: { name: "Lot", options } });
  return body.insertedId as string;
}

const beginning = "Make,Model";
/** Begins an upload, of which only the headers and some bytes are sent. */
async function begin({ token }: Seller, feed: string, bytes: number): Promise<Socket> {
  const { port } = shop.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(
    [
      `POST /api/feeds/${feed}/plans?file=stock.csv HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      `Content-Length: ${bytes}`,
      "Content-Type: application/octet-stream",
      "",
      beginning,
    ].join("\r\n"),
  );
  return socket;
}

const file = "Stock Number,Make,Model,Year,Price,Mileage\n1,BMW,3 Series,2018,15000,20000\n";

const upload = ({ token }: Seller, feed: string) =>
  shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });

test("ten idle uploads of other sellers keep no one from uploading", async () => {
  for (let count = 0; count < 5; count += 1) {
    const other = await anAccount(shop.deps, { role: "Seller" });
    const feed = await aFeed(other);
    for (let time = 0; time < 3; time += 1) await begin(other, feed, 1_000_000);
    await eventually(() => expect(folders()).toHaveLength(3 * (count + 1)));
    const { status, headers } = await upload(other, feed);
    expect([status, headers["retry-after"]]).toEqual([429, "10"]);
  }
  const seller = await anAccount(shop.deps, { role: "Seller" });
  expect((await upload(seller, await aFeed(seller))).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await eventually(() => expect(folders()).toEqual([]));
});

test("a file that is too large gets its answer, although it is sent to its end", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const megabytes = 52;
  const bytes = beginning.length + megabytes * 1024 * 1024;
  const socket = await begin(seller, await aFeed(seller), bytes);
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  for (let sent = 0; sent < megabytes; sent += 1)
    await new Promise((resolve) => socket.write(megabyte, resolve));
  if (answer === "") await once(socket, "data");
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("This file is larger than 50 MB.");
});

test("a file that arrives in chunks of one byte is refused once they are too many", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const feed = await aFeed(seller);
  const headers = {
    authorization: `Bearer ${seller.token}`,
    "content-type": "application/octet-stream",
  };
  for (const path of ["plans?file=stock.csv", "preview?file=stock.csv&columnsBytes=20000"]) {
    const send = (body: Buffer) =>
      sendInBytes(shop.app, `/api/feeds/${feed}/${path}`, headers, body);
    const answer = await send(Buffer.alloc(20_000, "x"));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain("The file arrived in too many small pieces.");
  }
  const answer = await sendInBytes(
    shop.app,
    `/api/feeds/${feed}/plans?file=stock.csv`,
    headers,
    Buffer.from(file),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
