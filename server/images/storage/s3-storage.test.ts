import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, utimesSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { anAccount } from "#testing/builders.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { startS3Server, type S3Server } from "#testing/images/s3-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { claimImage } from "#server/images/claim-image.ts";
import { removeExpiredImages, removeOrphanedImages } from "#server/images/remove-expired-images.ts";
import { ImageStoreError } from "./image-storage.ts";
import { openStoreAt } from "./open-image-store.ts";
import { createS3Storage } from "./s3-storage.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;

let s3: S3Server;
let shop: Shop;
beforeAll(async () => {
  s3 = await startS3Server();
  shop = await createTestApp({ IMAGE_STORE_URL: s3.url() });
});
afterAll(async () => {
  await shop.close();
  await s3.remove();
});

async function upload(to: Shop, bytes?: Buffer, query = "") {
  const form = aMultipartForm("image", "car.jpg", "image/jpeg", bytes ?? (await aPicture()));
  const answer = await to.app.inject({ method: "POST", url: `/api/images${query}`, ...form });
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever was answered
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<any>() };
}

async function uploaded(to: Shop, bytes?: Buffer, query?: string): Promise<string> {
  const { status, body } = await upload(to, bytes, query);
  expect(status).toBe(200);
  return body.data.id as string;
}

const get = (from: Shop, path: string, headers: Record<string, string> = {}) =>
  from.app.inject({ method: "GET", url: path, headers });
const countImages = async (of: Shop) =>
  (await of.deps.db.execute(sql`select 1 from image`)).rows.length;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const shortPatience = { response: 300, call: 500, idle: 300, attempts: 2 };
const longPatience = { response: 20_000, call: 20_000, idle: 20_000, attempts: 1 };

/** A store that answers with `listener`. */
async function aStore(listener: RequestListener, patience = shortPatience) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = { bucket: "cars", prefix: "", endpoint, region: undefined };
  return createS3Storage(address, patience);
}

async function expire(id: string): Promise<void> {
  await shop.deps.db.execute(
    sql`update image set expires_at = now() - interval '1 second' where id = ${id}`,
  );
}

async function listIds(): Promise<string[]> {
  const ids = [];
  for await (const page of shop.deps.images.listImages()) ids.push(...page);
  return ids;
}

describe("an image in an S3-compatible store", () => {
  test("is served, hidden once it expires, and removed", async () => {
    const id = await uploaded(shop, await aPicture({ width: 700, height: 500 }), "?expiration=600");
    const { statusCode, headers, rawPayload } = await get(shop, `/images/${id}/1200.jpg`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(rawPayload.length),
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("sandbox"),
      etag: `"${id}-1200.jpg"`,
    });
    expect(rawPayload.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect((await shop.deps.images.listFiles(id)).toSorted()).toEqual(
      ["320", "640"].flatMap((width) => ["avif", "jpg", "webp"].map((kind) => `${width}.${kind}`)),
    );

    await expire(id);
    expect((await get(shop, `/images/${id}/1200.jpg`)).statusCode).toBe(404);
    expect(await listIds()).toContain(id);
    await removeExpiredImages(shop.deps);
    expect(await shop.deps.images.listFiles(id)).toEqual([]);
  });

  test("stays once it is claimed, and is shown by every process of the shop", async () => {
    const id = await uploaded(shop, undefined, "?expiration=600");
    await claimImage(shop.deps.db, shop.deps.config, `/images/${id}/1200.jpg`);
    await expire(id);
    await removeExpiredImages(shop.deps);
    const other = await createTestApp(
      { IMAGE_STORE_URL: s3.url() },
      { database: { url: shop.databaseUrl, drop: () => Promise.resolve() } },
    );
    try {
      expect((await get(other, `/images/${id}/320.avif`)).statusCode).toBe(200);
      const second = await uploaded(other);
      const here = await get(shop, `/images/${second}/320.webp`);
      const there = await get(other, `/images/${second}/320.webp`);
      expect(here.statusCode).toBe(200);
      expect(here.rawPayload.equals(there.rawPayload)).toBe(true);
      expect(here.headers.etag).toBe(there.headers.etag);
    } finally {
      await other.close();
    }
  });

  test("is removed once it has no row and is older than an upload can take", async () => {
    const old = randomUUID();
    const young = randomUUID();
    const image = await uploaded(shop);
    for (const id of [old, young])
      await shop.deps.images.write(id, [{ name: "320.jpg", bytes: Buffer.from("x") }]);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(s3.fileOf(`images/${old}/320.jpg`), longAgo, longAgo);
    await removeOrphanedImages(shop.deps);
    const ids = await listIds();
    expect([old, young, image].map((id) => ids.includes(id))).toEqual([false, true, true]);
  });

  test("is not removed when most images have no row: the database belongs to another store", async () => {
    const url = s3.url("of-another-shop");
    const images = await openStoreAt(url);
    const ids = Array.from({ length: 101 }, () => randomUUID());
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const id of ids) {
      await images.write(id, [{ name: "320.jpg", bytes: Buffer.from("x") }]);
      utimesSync(s3.fileOf(`of-another-shop/${id}/320.jpg`), longAgo, longAgo);
    }
    const log = { ...shop.deps.log, error: vi.fn() };
    await removeOrphanedImages({ db: shop.deps.db, images, log });
    expect(existsSync(s3.fileOf(`of-another-shop/${ids[0]}/320.jpg`))).toBe(true);
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ orphans: 101, known: 0 }),
      expect.stringContaining("check that this database belongs to this image store"),
    );
  });
});

test("remains of crashes are removed if more images than these have a row", async () => {
  const images = await openStoreAt(s3.url("with-many-images"));
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  const ids = Array.from({ length: 203 }, () => randomUUID());
  for (const id of ids) {
    await images.write(id, [{ name: "320.jpg", bytes: Buffer.from("x") }]);
    utimesSync(s3.fileOf(`with-many-images/${id}/320.jpg`), longAgo, longAgo);
  }
  const orphans = ids.slice(0, 101);
  const knownIds = ids.slice(101);
  await shop.deps.db.execute(sql`
    insert into image (id, width, height, expires_at, claimed_at)
    select value::uuid, 320, 240, now(), now() from json_array_elements_text(${JSON.stringify(knownIds)}::json)`);
  await removeOrphanedImages({ db: shop.deps.db, images, log: shop.deps.log });
  const left: string[] = [];
  for await (const some of images.listImages()) left.push(...some);
  expect(left.toSorted()).toEqual(knownIds.toSorted());
  expect(left).not.toContain(orphans[0]);
});

describe("while the store is down", () => {
  afterEach(() => s3.start());

  test("an upload gets a 503 that says so, and nothing is visible or left behind", async () => {
    const before = [await countImages(shop), await listIds()];
    await s3.stop();
    const { status, headers, body } = await upload(shop);
    expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    expect(body.error).toMatchObject({
      code: "unavailable",
      message: "We could not save this image. Please try again in a moment.",
      fields: { image: "We could not save this image. Please try again in a moment." },
    });
    await s3.start();
    expect([await countImages(shop), await listIds()]).toEqual(before);
  });

  test("an image gets a 503 that no cache keeps, and is shown again afterwards", async () => {
    const id = await uploaded(shop);
    await s3.stop();
    const { statusCode, headers } = await get(shop, `/images/${id}/320.jpg`);
    expect([statusCode, headers["retry-after"], headers["cache-control"], headers.etag]).toEqual([
      503,
      "5",
      "no-store",
      undefined,
    ]);
    expect((await get(shop, `/images/${randomUUID()}/320.jpg`)).statusCode).toBe(404);
    await s3.start();
    expect((await get(shop, `/images/${id}/320.jpg`)).statusCode).toBe(200);
  });
});

test("deleting an account while the store is down hides its picture, whose files are removed later", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const buyer = await anAccount(shop.deps);
  const id = await uploaded(shop);
  const path = `/images/${id}/320.jpg`;
  await claimImage(shop.deps.db, shop.deps.config, path);
  await shop.deps.db.execute(sql`update account set photo_url = ${path} where id = ${buyer.id}`);
  await s3.stop();
  const { status } = await shop.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token });
  expect(status).toBe(200);
  expect((await get(shop, path)).statusCode).toBe(404);
  await s3.start();
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await shop.deps.images.listFiles(id))
    utimesSync(s3.fileOf(`images/${id}/${name}`), longAgo, longAgo);
  expect(await listIds()).toContain(id);
  await removeOrphanedImages(shop.deps);
  expect(await listIds()).not.toContain(id);
});

test("a file is sent with its MD5, so that the store refuses one that was damaged on its way", async () => {
  const bytes = randomBytes(500);
  const sent: IncomingHttpHeaders[] = [];
  const images = await aStore(({ headers }, response) => {
    sent.push(headers);
    response.end();
  });
  await images.replaceFile(randomUUID(), { name: "320.jpg", bytes });
  expect(sent).toMatchObject([
    {
      "content-md5": createHash("md5").update(bytes).digest("base64"),
      "x-amz-meta-sha256": createHash("sha256").update(bytes).digest("hex"),
    },
  ]);
});

test("an upload whose row cannot be written leaves no files", async () => {
  const before = await listIds();
  const db = new Proxy(shop.deps.db, {
    get: (target, name) => {
      if (name === "insert") throw new Error("no database");
      return Reflect.get(target, name) as unknown;
    },
  });
  const { storeUpload } = await import("#server/images/store-upload.ts");
  await expect(storeUpload({ ...shop.deps, db }, await aPicture())).rejects.toThrow("no database");
  await eventually(async () => expect(await listIds()).toEqual(before));
});

describe("a slow store", () => {
  test("is given up, and other requests are answered meanwhile", async () => {
    let asked = 0;
    const images = await aStore(() => void (asked += 1));
    const slow = await createTestApp({}, { images });
    try {
      const id = randomUUID();
      await slow.deps.db.execute(
        sql`insert into image (id, width, height, expires_at) values (${id}, 900, 600, now() + interval '1 hour')`,
      );
      const image = get(slow, `/images/${id}/640.jpg`);
      await eventually(() => expect(asked).toBeGreaterThan(0));
      expect((await get(slow, "/api/health")).statusCode).toBe(200);
      expect((await image).statusCode).toBe(503);
      expect((await upload(slow)).status).toBe(503);
      expect(await countImages(slow)).toBe(1);
    } finally {
      await slow.close();
    }
  });

  test("does not pile up reads: beyond 200, they fail at once", async () => {
    const images = await aStore(() => undefined);
    const waiting = Array.from({ length: 200 }, () =>
      images.open(randomUUID(), "320.jpg").catch((error: unknown) => error),
    );
    await expect(images.open(randomUUID(), "320.jpg")).rejects.toThrow("200 reads are waiting");
    for (const outcome of await Promise.all(waiting))
      expect(outcome).toBeInstanceOf(ImageStoreError);
  });

  test("that stops in the middle of a file ends the response instead of occupying a connection", async () => {
    const images = await aStore((_request, response) => {
      response.writeHead(200, { "content-length": 1_000 }).write("begins");
    });
    const opened = await images.open(randomUUID(), "320.jpg");
    await expect(buffer(opened!.body)).rejects.toThrow();
  });

  test("is not read any further for a caller who has disconnected", async () => {
    const controller = new AbortController();
    let isCut = false;
    const images = await aStore((_request, response) => {
      response.once("close", () => (isCut = true));
      controller.abort();
    }, longPatience);
    const opening = images.open(randomUUID(), "320.jpg", { signal: controller.signal });
    await expect(opening).rejects.toThrow(ImageStoreError);
    await eventually(() => expect(isCut).toBe(true));
  });

  test("does not wait for a slow reader: the connection is free once the file has arrived", async () => {
    const bytes = randomBytes(2_000_000);
    let sent = 0;
    const images = await aStore((_request, response) => {
      response.writeHead(200, { "content-length": bytes.length });
      response.end(bytes, () => (sent += 1));
    }, longPatience);
    const opened = await Promise.all(
      Array.from({ length: 60 }, () => images.open(randomUUID(), "320.jpg")),
    );
    await eventually(() => expect(sent).toBe(60));
    expect((await buffer(opened[0]!.body)).equals(bytes)).toBe(true);
    for (const { body } of opened.slice(1).map((one) => one!)) body.destroy();
  });

  test("lists images page by page", async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID()).toSorted();
    const images = await aStore((request, response) => {
      const { searchParams } = new URL(request.url!, "http://store");
      const from = Number(searchParams.get("continuation-token") ?? 0);
      const page = ids.slice(from, from + 2);
      const isLast = from + 2 >= ids.length;
      response.writeHead(200, { "content-type": "application/xml" }).end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>
        ${isLast ? "" : `<NextContinuationToken>${from + 2}</NextContinuationToken>`}
        ${page.map((id) => `<CommonPrefixes><Prefix>${id}/</Prefix></CommonPrefixes>`).join("")}
        <CommonPrefixes><Prefix>other/</Prefix></CommonPrefixes></ListBucketResult>`,
      );
    });
    const pages = [];
    for await (const page of images.listImages()) pages.push(page);
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });
});

describe("a wrong setting", () => {
  const failure = async (url: string) =>
    (await openStoreAt(url)).check().then(
      () => "",
      (error: Error) => error.message,
    );

  test("is explained: nothing listens there", async () => {
    expect(await failure("s3://cars?endpoint=http://127.0.0.1:9")).toMatch(
      /^The image store cannot be used: s3:\/\/cars\/ at http:\/\/127.0.0.1:9 cannot be reached \(ECONNREFUSED\)/,
    );
  });

  test.each([
    [301, "PermanentRedirect", "is in another region (PermanentRedirect). Add ?region="],
    [403, "AccessDenied", "does not allow this account to list, read, write and delete objects"],
  ])("is explained: %i %s", async (status, code, text) => {
    const images = await aStore((_request, response) => {
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`);
    });
    await expect(images.check()).rejects.toThrow(text);
  });

  test("is looked for by writing, reading and deleting, which leaves nothing behind", async () => {
    const calls: string[] = [];
    const images = await aStore(({ method }, response) => {
      calls.push(method!);
      response.end(method === "GET" && calls.length === 1 ? "<ListBucketResult/>" : "marque");
    });
    await images.check();
    expect(calls).toEqual(["GET", "PUT", "GET", "DELETE"]);
  });

  test("is explained: no such bucket", async () => {
    expect(await failure(s3.url().replace("//cars/", "//boats/"))).toContain(
      "has no bucket boats. Create it, or correct the name.",
    );
  });

  test("is explained: wrong credentials, and none", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "SOMEONE");
    expect(await failure(s3.url())).toContain("refuses the credentials (InvalidAccessKeyId)");
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    expect(await failure(s3.url())).toContain("no credentials were found");
    vi.unstubAllEnvs();
    expect(await failure(s3.url())).toBe("");
  });
});
