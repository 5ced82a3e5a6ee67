import http, { createServer, type Server, type ServerResponse } from "node:http";
import https, { type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { Writable, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { download } from "./download.ts";

let server: Server;
let origin: string;
let asked: string[];
const request = vi.spyOn(https, "request");
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const [, location] = url.split("?to=");
    if (url === "/pieces") sendInPieces(response, 10_200);
    else if (url === "/cut")
      response.writeHead(200, { "content-length": 100 }).write("the", () => response.destroy());
    else if (url.startsWith("/etag/"))
      response.writeHead(200, { etag: "e".repeat(Number(url.slice(6))) }).end("the file");
    else if (location === undefined) response.end("the file");
    else response.writeHead(302, { location: decodeURIComponent(location) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Encrypted URLs lead to the same server, which needs no certificate this way.
  request.mockImplementation(((url: URL, options: RequestOptions) =>
    http.request(new URL(url.pathname + url.search, origin), options)) as typeof https.request);
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  request.mockRestore();
  server.close();
});

/** Sends this many bytes, each in a chunk of its own. */
function sendInPieces(response: ServerResponse, count: number): void {
  for (let sent = 0; sent < count; sent += 1) response.write("x");
  response.end();
}

const read = async (address: string, mostBytes = 1_000) => {
  const wanted = { agent: "Marque", etag: null, seconds: 20, mostBytes, read: text };
  return (await download(address, wanted, { allowPrivate: true }))?.result;
};
const to = (from: string, next: string) => `${from}/moved?to=${encodeURIComponent(next)}`;

test("follows redirects to an encrypted URL, and none from one to a URL without encryption", async () => {
  expect(await read(to(origin, "https://dealer.example/1"))).toBe("the file");
  expect(await read(to("https://dealer.example", "https://cdn.example/1"))).toBe("the file");
  asked = [];
  await expect(read(to("https://dealer.example", `${origin}/1`))).rejects.toThrow(
    "redirects to a URL without encryption",
  );
  expect(asked).toEqual([expect.stringMatching(/^\/moved/)]);
});

test("an ETag longer than 500 characters is not remembered", async () => {
  const wanted = { agent: "Marque", etag: null, seconds: 20, mostBytes: 1_000, read: text };
  const etagOf = async (length: number) =>
    (await download(`${origin}/etag/${length}`, wanted, { allowPrivate: true }))?.etag;
  expect(await etagOf(500)).toBe("e".repeat(500));
  expect(await etagOf(501)).toBeNull();
});

test("follows three redirects and no fourth", async () => {
  const chain = (times: number): string =>
    times === 0 ? `${origin}/end` : to(origin, chain(times - 1));
  expect(await read(chain(3))).toBe("the file");
  await expect(read(chain(4))).rejects.toThrow("redirects too often");
});

test("a fault of its reader, such as a full disk, is not called one of the server", async () => {
  const full = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  const wanted = { agent: "Marque", etag: null, seconds: 20, mostBytes: 1_000 };
  const readers = [
    () => Promise.reject(full),
    (body: Readable) =>
      pipeline(body, new Writable({ write: (_, __, done) => done(full) })).then(() => ""),
  ];
  for (const read of readers)
    await expect(
      download(`${origin}/file`, { ...wanted, read }, { allowPrivate: true }),
    ).rejects.toBe(full);
});

test("a connection that ends in the middle of the file is the server's fault", async () => {
  await expect(read(`${origin}/cut`)).rejects.toThrow("could not be fetched (ECONNRESET)");
});

test("reads a file of the largest size, and none that is a byte larger", async () => {
  const bytes = "the file".length;
  expect(await read(`${origin}/file`, bytes)).toBe("the file");
  await expect(read(`${origin}/file`, bytes - 1)).rejects.toThrow("is larger than");
});

test("reads no file that comes in thousands of tiny pieces", async () => {
  await expect(read(`${origin}/pieces`, 1_000_000)).rejects.toThrow("too many small pieces");
});
