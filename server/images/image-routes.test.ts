import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aHollowPng, aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { claimImage } from "./claim-image.ts";
import { releaseImages } from "#server/image-release/release-images.ts";
import { removeExpiredImages } from "./remove-expired-images.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function upload(
  bytes: Buffer,
  { field = "image", name = "car.jpg", type = "image/jpeg", query = "" } = {},
) {
  const answer = await shop.app.inject({
    method: "POST",
    url: `/api/images${query}`,
    ...aMultipartForm(field, name, type, bytes),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever was answered
  return { status: answer.statusCode, body: answer.json<any>() };
}

async function get(url: string) {
  const answer = await shop.app.inject({
    method: "GET",
    url: url.replace("http://localhost:3000", ""),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const send = (
  url: string,
  given: { method?: "GET" | "HEAD"; headers?: Record<string, string> } = {},
) => shop.app.inject({ method: "GET", url: url.replace("http://localhost:3000", ""), ...given });

const at = (url: string, file: string) => url.replace("1200.jpg", file);
const folders = () => {
  const folder = path.join(shop.deps.config.DATA_DIR, "images");
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe("an upload", () => {
  test("returns the specified answer and is served in every width and format", async () => {
    const { status, body } = await upload(await aPicture({ width: 1500, height: 1000 }), {
      query: "?expiration=600",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 200,
      data: { width: 1500, height: 1000, expiration: 600 },
    });
    expect(body.data.display_url).toBe(`http://localhost:3000/images/${body.data.id}/1200.jpg`);
    for (const [kind, type, format] of [
      ["jpg", "image/jpeg", "jpeg"],
      ["webp", "image/webp", "webp"],
      ["avif", "image/avif", "heif"],
    ] as const) {
      for (const [requested, given] of [
        [320, 320],
        [640, 640],
        [1200, 1200],
        [1920, 1200],
      ] as const) {
        const file = await get(at(body.data.display_url, `${requested}.${kind}`));
        expect([file.status, file.headers["content-type"]]).toEqual([200, type]);
        expect(await sharp(file.bytes).metadata()).toMatchObject({ format, width: given });
      }
    }
  });

  test("is cached forever and served only as an image", async () => {
    const { body } = await upload(await aPicture());
    const { headers } = await get(body.data.display_url);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  test("is not sent again to a browser that has it", async () => {
    const { body } = await upload(await aPicture());
    const first = await send(body.data.display_url);
    const etag = String(first.headers.etag);
    for (const header of [etag, `"other", W/${etag}`, "*"]) {
      const again = await send(body.data.display_url, { headers: { "if-none-match": header } });
      expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([
        304,
        0,
        etag,
      ]);
      expect(again.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
    const other = await send(body.data.display_url, { headers: { "if-none-match": '"other"' } });
    expect(other.statusCode).toBe(200);
    await shop.deps.db.execute(
      sql`update image set expires_at = now() - interval '1 second' where id = ${body.data.id}`,
    );
    const expired = await send(body.data.display_url, { headers: { "if-none-match": etag } });
    expect(expired.statusCode).toBe(404);
  });

  test("is sent in part if only a part is asked for", async () => {
    const { body } = await upload(await aPicture());
    const whole = await send(body.data.display_url);
    const size = whole.rawPayload.length;
    expect(whole.headers).toMatchObject({ "accept-ranges": "bytes", "content-length": `${size}` });
    const range = (bytes: string, ifRange?: string) =>
      send(body.data.display_url, {
        headers: { range: `bytes=${bytes}`, ...(ifRange && { "if-range": ifRange }) },
      });
    const part = await range("10-19");
    expect([
      part.statusCode,
      part.headers["content-range"],
      part.headers["content-length"],
    ]).toEqual([206, `bytes 10-19/${size}`, "10"]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true);
    const last = await range("-5");
    expect(last.rawPayload.equals(whole.rawPayload.subarray(-5))).toBe(true);
    const beyond = await range(`${size}-`);
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${size}`]);
    expect((await range("0-4", String(whole.headers.etag))).statusCode).toBe(206);
    expect((await range("0-4", '"another version"')).statusCode).toBe(200);
  });

  test("is described without its content by HEAD", async () => {
    const { body } = await upload(await aPicture());
    const whole = await send(body.data.display_url);
    const head = await send(body.data.display_url, { method: "HEAD" });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ["content-type", "content-length", "etag", "cache-control"])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  });

  test.each(["png", "jpeg", "gif", "webp", "avif"] as const)(
    "may be %s, whatever its name says",
    async (format) => {
      const { status, body } = await upload(await aPicture({ format }), {
        name: "../../etc/passwd.exe",
        type: "text/html",
      });
      expect(status).toBe(200);
      expect((await get(body.data.display_url)).status).toBe(200);
    },
  );

  test("loses its metadata, including GPS", async () => {
    const exif = {
      IFD0: { Make: "SecretCamera", Copyright: "SecretOwner" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 0/1",
      },
    };
    const original = await sharp({
      create: { width: 700, height: 500, channels: 3, background: "#775533" },
    })
      .jpeg()
      .withExif(exif)
      .toBuffer();
    expect(original.includes("SecretCamera")).toBe(true);
    const { body } = await upload(original);
    for (const file of ["640.jpg", "640.webp", "640.avif"]) {
      const { bytes } = await get(at(body.data.display_url, file));
      const metadata = await sharp(bytes).metadata();
      expect([metadata.exif, metadata.iptc, metadata.xmp]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.includes("Secret")).toBe(false);
    }
  });

  test("is rotated upright", async () => {
    // Orientation 6: the camera was held sideways, so the stored left edge is the top.
    const left = await sharp({
      create: { width: 400, height: 600, channels: 3, background: "#ff0000" },
    })
      .png()
      .toBuffer();
    const original = await sharp({
      create: { width: 800, height: 600, channels: 3, background: "#0000ff" },
    })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(original);
    expect(body.data).toMatchObject({ width: 600, height: 800 });
    const { data, info } = await sharp((await get(at(body.data.display_url, "320.jpg"))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.height).toBeGreaterThan(info.width);
    const [red, , blue] = data.subarray(0, 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  test("keeps transparency as WebP and gets a white background as JPEG", async () => {
    const { body } = await upload(
      await sharp({
        create: {
          width: 300,
          height: 300,
          channels: 4,
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        },
      })
        .png()
        .toBuffer(),
    );
    const pixel = async (file: string) => [
      ...(
        await sharp((await get(at(body.data.display_url, file))).bytes)
          .raw()
          .toBuffer()
      ).subarray(0, 4),
    ];
    expect((await pixel("320.webp"))[3]).toBe(0);
    expect((await pixel("320.jpg"))[0]).toBeGreaterThan(250);
  });

  test.each([
    ["both bytes of its end marker", (jpeg: Buffer) => jpeg.subarray(0, -2)],
    ["half of its end marker", (jpeg: Buffer) => jpeg.subarray(0, -1)],
  ])("reads a JPEG without %s", async (_what, cut) => {
    const whole = await aPicture({ width: 600, height: 600, noise: true });
    const { status, body } = await upload(cut(whole));
    expect([status, body.data?.width]).toEqual([200, 600]);
    const shown = (url: string) =>
      get(at(url, "320.jpg")).then(({ bytes }) => sharp(bytes).raw().toBuffer());
    const ofWhole = (await upload(whole)).body.data.display_url;
    expect(await shown(body.data.display_url)).toEqual(await shown(ofWhole));
  });

  test("keeps only the first frame of an animation", async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer();
    const animation = await sharp([await frame("#ff0000"), await frame("#00ff00")], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const { status, body } = await upload(animation);
    expect([status, body.data.width, body.data.height]).toEqual([200, 60, 60]);
  });
});

describe("a refused upload leaves nothing behind:", () => {
  test.each([
    ["a text file", async () => Buffer.from("hello, I am a picture"), 415],
    ["an HTML file", async () => Buffer.from("<html><script>alert(1)</script></html>"), 415],
    [
      "an SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
      415,
    ],
    [
      "a TIFF",
      async () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .tiff()
          .toBuffer(),
      415,
    ],
    ["a lone signature", async () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), 422],
    [
      "a JPEG that is only noise",
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(4_000)]),
      422,
    ],
    [
      "half a PNG",
      async () =>
        (await aPicture({ format: "png", width: 600, height: 600, noise: true })).subarray(
          0,
          200_000,
        ),
      422,
    ],
    [
      "half a JPEG",
      async () => (await aPicture({ width: 600, height: 600, noise: true })).subarray(0, 20_000),
      422,
    ],
    [
      "a JPEG without its last rows",
      async () => (await aPicture({ width: 600, height: 600, noise: true })).subarray(0, -400),
      422,
    ],
    ["a small file that unfolds to 400 megapixels", async () => aHollowPng(20_000, 20_000), 422],
    ["one that claims 4 gigapixels", async () => aHollowPng(65_000, 65_000, 10), 422],
    ["an empty file", async () => Buffer.alloc(0), 400],
    [
      "more than 10 MB",
      async () => Buffer.concat([await aPicture(), Buffer.alloc(10 * 1024 * 1024)]),
      413,
    ],
  ])("%s", async (_what, make, status) => {
    const before = folders();
    const answer = await upload(await make());
    expect(answer.status).toBe(status);
    expect(answer.body.error.fields).toEqual({ image: answer.body.message });
    expect(folders()).toEqual(before);
  });

  test("GIF files of an unknown version", async () => {
    const gif = await aPicture({ format: "gif" });
    gif.write("GIF88a", 0, "latin1");
    expect((await upload(gif)).status).toBe(415);
  });

  test("more than 64 megapixels", async () => {
    const tooMany = (megapixels: string) =>
      `This image has ${megapixels} megapixels, and the limit is 64. Please choose a smaller one.`;
    expect((await upload(aHollowPng(8_001, 8_000, 10))).body.message).toBe(tooMany("65"));
    // The image library refuses so many by itself, without saying why.
    expect((await upload(aHollowPng(20_000, 20_000, 10))).body.message).toBe(tooMany("400"));
    expect((await upload(aHollowPng(65_000, 65_000, 10))).body.message).toBe(tooMany("4,225"));
    // With four channels of 16 bits, half as many fill the memory.
    expect((await upload(aHollowPng(8_000, 4_001, 10, { isDeep: true }))).body.message).toBe(
      "This image has 33 megapixels, and the limit is 32. Please choose a smaller one.",
    );
    // Both are broken; this one is not too large.
    expect((await upload(aHollowPng(8_000, 8_000, 10))).body.message).toBe(
      "This file could not be read as an image.",
    );
  });

  test("another field, no file, and another type of body, each with an error on the field", async () => {
    const picture = await aPicture();
    expect(await upload(picture, { field: "photo" })).toMatchObject({
      status: 400,
      body: { error: { fields: { image: expect.stringContaining("field image") } } },
    });
    const json = await shop.call("POST", "/api/images", { body: { image: "x" } });
    expect([json.status, Object.keys(json.body.error.fields)]).toEqual([400, ["image"]]);
    const none = await shop.call("POST", "/api/images");
    expect([none.status, Object.keys(none.body.error.fields)]).toEqual([400, ["image"]]);
    const { headers, payload } = aMultipartForm("image", "a.jpg", "image/jpeg", picture);
    for (const body of [payload.subarray(0, -8), payload.subarray(0, 60)]) {
      const cut = await shop.call("POST", "/api/images", { headers, body });
      expect([cut.status, Object.keys(cut.body.error.fields)]).toEqual([400, ["image"]]);
    }
    expect((await upload(picture, { query: "?expiration=5" })).status).toBe(400);
    expect((await upload(picture, { query: "?expiration=soon" })).status).toBe(400);
  });

  test("an upload without the key of a host that requires one", async () => {
    const keyed = await createTestApp({ IMAGE_HOST_KEY: "k1" });
    const send = async (query: string) =>
      (
        await keyed.app.inject({
          method: "POST",
          url: `/api/images${query}`,
          ...aMultipartForm("image", "a", "image/png", await aPicture()),
        })
      ).statusCode;
    expect([await send(""), await send("?key=other"), await send("?key=k1")]).toEqual([
      403, 403, 200,
    ]);
    await keyed.close();
  });
});

describe("an address", () => {
  test.each([
    "/images/unknown/1200.jpg",
    "/images/00000000-0000-4000-8000-000000000000/1200.jpg",
    "/images/..%2f..%2fauth-secret/1200.jpg",
  ])("%s is not found", async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  test("of a file that is not an image is not found", async () => {
    const { body } = await upload(await aPicture());
    for (const file of ["1200.png", "99.jpg", "..%2f..%2fauth-secret", "1200.jpg.exe"])
      expect((await get(at(body.data.display_url, file))).status).toBe(404);
  });
});

describe("expiry", () => {
  const expire = (id: string) =>
    shop.deps.db.execute(
      sql`update image set expires_at = now() - interval '1 second' where id = ${id}`,
    );
  const claim = (address: string) => claimImage(shop.deps.db, shop.deps.config, address);

  test("hides an expired upload before its files are removed", async () => {
    const { body } = await upload(await aPicture(), { query: "?expiration=600" });
    await expire(body.data.id);
    expect((await get(body.data.display_url)).status).toBe(404);
    await expect(claim(body.data.display_url)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { image: expect.any(String) },
    });
    await removeExpiredImages(shop.deps);
    expect(existsSync(path.join(shop.deps.config.DATA_DIR, "images", body.data.id))).toBe(false);
  });

  test("removes what a crashed upload left behind after an hour", async () => {
    const half = (name: string) => path.join(shop.deps.config.DATA_DIR, "images", name);
    mkdirSync(half("unfinished-old"), { recursive: true });
    mkdirSync(half("unfinished-new"), { recursive: true });
    utimesSync(half("unfinished-old"), new Date(), new Date(Date.now() - 2 * 3_600_000));
    await removeExpiredImages(shop.deps);
    expect([existsSync(half("unfinished-old")), existsSync(half("unfinished-new"))]).toEqual([
      false,
      true,
    ]);
  });

  test("never removes a claimed upload", async () => {
    const { body } = await upload(await aPicture(), { query: "?expiration=600" });
    expect(await claim(body.data.display_url)).toBe(`/images/${body.data.id}/1200.jpg`);
    await expire(body.data.id);
    await removeExpiredImages(shop.deps);
    expect((await get(body.data.display_url)).status).toBe(200);
    expect(await claim(`/images/${body.data.id}/1200.jpg`)).toBe(
      `/images/${body.data.id}/1200.jpg`,
    );
  });

  test("keeps an image that a listing claims while another releases it", async () => {
    const { db, config, pool } = shop.deps;
    const { body } = await upload(await aPicture());
    const address = await claim(body.data.display_url);
    const seller = await anAccount(shop.deps, { role: "Seller" });
    let release: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await claimImage(tx, config, address);
      await aListing(
        { db: tx, catalogue: shop.deps.catalogue },
        { sellerId: seller.id, image: address },
      );
      release = db.transaction((other) => releaseImages(other, config, [address]));
      await eventually(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(rows).toHaveLength(1);
      });
    });
    await release;
    await removeExpiredImages(shop.deps);
    expect((await get(address)).status).toBe(200);
  });

  test.each([
    "https://evil.example/car.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "/etc/passwd",
    "//evil.example/images/x.jpg",
    "http://localhost:3000/api/users",
    "/images/00000000-0000-4000-8000-000000000000/1200.jpg",
    "\\\\evil",
  ])("cannot be escaped by claiming %s", async (address) => {
    await expect(claim(address)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("accepts images of the configured external host only", async () => {
    const { deps } = shop;
    const config = { ...deps.config, IMAGE_HOST_URL: "https://api.imgbb.com/1/upload" };
    expect(await claimImage(deps.db, config, "https://i.ibb.co/abc/car.jpg")).toBe(
      "https://i.ibb.co/abc/car.jpg",
    );
    for (const address of [
      "http://i.ibb.co/abc/car.jpg",
      "https://evil.example/car.jpg",
      "https://ibb.co.evil.example/car.jpg",
      "https://u:p@i.ibb.co/car.jpg",
    ]) {
      await expect(claimImage(deps.db, config, address)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  });

  test.each([
    ["https://upload.cars.co.uk/1", "https://img.cars.co.uk/a.jpg", "https://evil.co.uk/a.jpg"],
    [
      "https://our-shop.s3.amazonaws.com/in",
      "https://our-shop.s3.amazonaws.com/a.jpg",
      "https://evil.s3.amazonaws.com/a.jpg",
    ],
    [
      "https://our-shop.github.io/in",
      "https://our-shop.github.io/a.jpg",
      "https://evil.github.io/a.jpg",
    ],
    ["https://192.0.2.7/in", "https://192.0.2.7/a.jpg", "https://198.51.2.7/a.jpg"],
  ])("a host at %s has pictures under names of its own owner only", async (host, own, other) => {
    const { deps } = shop;
    const config = { ...deps.config, IMAGE_HOST_URL: host };
    expect(await claimImage(deps.db, config, own)).toBe(own);
    await expect(claimImage(deps.db, config, other)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
