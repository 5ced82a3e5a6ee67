import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startS3Server, type S3Server } from "#testing/images/s3-server.ts";
import { BackupError } from "../backup-error.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { openRepository, readWhole } from "./repository.ts";
import { openS3Place } from "./s3-place.ts";

vi.setConfig({ testTimeout: 120_000 });

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.remove());

const passphrase = "a passphrase of the tests, long enough";

test("keeps large and small encrypted files in a bucket, lists and removes them", async () => {
  const open = async (create: boolean) =>
    openRepository(await openPlace(s3.url(), "/"), {
      passphrase,
      create: create ? { encrypted: true } : null,
    });
  await expect(open(false)).rejects.toThrow("There are no backups in s3://");
  const repository = await open(true);
  // More than one part of an upload, and not compressible.
  const large = randomBytes(20 * 1024 * 1024);
  const pieces = Array.from({ length: 20 }, (_, at) =>
    large.subarray(at * 1024 * 1024, (at + 1) * 1024 * 1024),
  );
  await repository.write("backups/one/base.tar", Readable.from(pieces, { objectMode: false }));
  await repository.write("backups/one/manifest.json", Buffer.from("{}"));
  await repository.write("wal/7/000000010000000000000001", Buffer.from("first"));
  await repository.write("wal/7/000000010000000000000001", Buffer.from("second"));
  const again = await open(false);
  expect((await readWhole(again, "backups/one/base.tar"))?.equals(large)).toBe(true);
  expect((await readWhole(again, "wal/7/000000010000000000000001"))?.toString()).toBe("second");
  expect(await readWhole(again, "backups/two/manifest.json")).toBeNull();
  const names: string[] = [];
  for await (const { name } of again.list("backups/")) names.push(name);
  expect(names.toSorted()).toEqual(["backups/one/base.tar", "backups/one/manifest.json"]);
  await again.remove("backups/one/manifest.json");
  expect(await readWhole(again, "backups/one/manifest.json")).toBeNull();
});

test("an upload whose source fails leaves no file", async () => {
  const repository = await openRepository(await openPlace(s3.url(), "/"), {
    passphrase,
    create: { encrypted: true },
  });
  const failing = Readable.from(
    (async function* () {
      yield randomBytes(18 * 1024 * 1024);
      throw new Error("the database ended");
    })(),
    { objectMode: false },
  );
  await expect(repository.write("backups/bad/base.tar", failing)).rejects.toThrow(
    "the database ended",
  );
  const names: string[] = [];
  for await (const { name } of repository.list("backups/bad/")) names.push(name);
  expect(names).toEqual([]);
});

test("says what is wrong with an address", async () => {
  await expect(openPlace("ftp://host/backups", "/")).rejects.toThrow("ftp:// is not supported");
  await expect(openPlace("s3://user:password@bucket", "/")).rejects.toThrow("credentials");
});

describe("a store that answers otherwise, or not", () => {
  const patience = { connect: 1_000, idle: 200, attempts: 1 };
  let server: Server;
  let place: Place;
  /** What the server does with a request, which it has accepted. */
  let answer: (response: ServerResponse, request: IncomingMessage) => void;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      answer(response, request);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    place = openS3Place(
      `s3://cars/b?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
      patience,
    );
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("ends a request that gets no answer with a clear error", async () => {
    answer = () => undefined;
    const silent = "s3://cars/b: the server did not answer in time.";
    await expect(place.read("repository.json")).rejects.toThrow(silent);
    await expect(place.write("small", Buffer.from("x"))).rejects.toThrow(silent);
    await expect(place.write("large", Readable.from([randomBytes(1_000)]))).rejects.toThrow(silent);
    await expect(place.list("")[Symbol.asyncIterator]().next()).rejects.toThrow(silent);
    await expect(place.remove("small")).rejects.toThrow(silent);
  });

  test.each([304, 409, 412])("leaves a file that it refuses to replace with %i", async (status) => {
    const sent: unknown[] = [];
    answer = (response, { headers }) => {
      sent.push(headers["if-none-match"]);
      response.writeHead(status).end();
    };
    await place.writeNew("repository.json", Buffer.from("new"));
    expect(sent).toEqual(["*"]);
  });

  test.each([400, 501])("writes without a condition if it answers %i to one", async (status) => {
    const sent: unknown[] = [];
    answer = (response, { headers }) => {
      sent.push(headers["if-none-match"]);
      response.writeHead(headers["if-none-match"] ? status : 200).end();
    };
    await place.writeNew("repository.json", Buffer.from("new"));
    expect(sent).toEqual(["*", undefined]);
  });

  test("says why a new file cannot be written", async () => {
    answer = (response) => response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    const writing = place.writeNew("repository.json", Buffer.from("new"));
    await expect(writing).rejects.toThrow("access was refused (AccessDenied)");
  });

  test.each([
    [400, "ExpiredToken"],
    [403, "InvalidObjectState"],
    [500, "InternalError"],
    [503, "SlowDown"],
  ])("names the file and the answer %i %s of the store", async (status, code) => {
    const xml = `<Error><Code>${code}</Code><Message>as it says</Message></Error>`;
    answer = (response) => response.writeHead(status).end(xml);
    const answered = `s3://cars/b/wal/7/1: the store answered ${code}: as it says`;
    const write = () => place.write("wal/7/1", Buffer.from("x"));
    for (const attempt of [() => place.read("wal/7/1"), write]) {
      await expect(attempt()).rejects.toThrow(answered);
      await expect(attempt()).rejects.toBeInstanceOf(BackupError);
    }
    await expect(place.list("wal/")[Symbol.asyncIterator]().next()).rejects.toThrow(
      `s3://cars/b/wal/: the store answered ${code}`,
    );
  });

  test("explains a connection that breaks within a file", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    const reading = buffer((await place.read("base.tar"))!);
    await expect(reading).rejects.toThrow(/^s3:\/\/cars\/b: the server cannot be reached/);
    await expect(reading).rejects.toBeInstanceOf(BackupError);
  });

  test("ends a file that stops in the middle", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
    };
    const file = await place.read("base.tar");
    await expect(buffer(file!)).rejects.toThrow("did not answer in time");
  });

  test("waits for a reader that takes longer than the store may", async () => {
    const large = randomBytes(8 * 1024 * 1024);
    answer = (response) => response.writeHead(200, { "content-length": large.length }).end(large);
    const chunks: Buffer[] = [];
    for await (const chunk of (await place.read("base.tar"))!) {
      // The limit has to pass for this to say something.
      if (chunks.length === 1) await sleep(3 * patience.idle);
      chunks.push(chunk as Buffer);
    }
    expect(Buffer.concat(chunks).equals(large)).toBe(true);
  });
});
