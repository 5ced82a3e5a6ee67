import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bundleProgram } from "#testing/bundle-program.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { startS3Server, type S3Server } from "#testing/images/s3-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { runImages } from "./images-command.ts";

const names = ["320.avif", "320.jpg", "320.webp"];
let s3: S3Server;
let top: string;
let folder: string;
let bucketPrefix: string;
beforeAll(async () => {
  s3 = await startS3Server();
  top = mkdtempSync(path.join(tmpdir(), "marque-images-"));
});
beforeEach(() => {
  folder = path.join(top, randomUUID());
  bucketPrefix = randomUUID();
});
afterAll(async () => {
  await s3.remove();
  rmSync(top, { recursive: true, force: true });
});

/** Writes images with arbitrary content to a folder, and returns their files by path. */
function someImages(count: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let image = 0; image < count; image++) {
    const id = randomUUID();
    mkdirSync(path.join(folder, id), { recursive: true });
    for (const name of names) {
      const bytes = randomBytes(2_000);
      writeFileSync(path.join(folder, id, name), bytes);
      files.set(`${id}/${name}`, bytes);
    }
  }
  return files;
}

/** The files of an image folder by path. */
function readFolder(at: string): Map<string, Buffer> {
  const paths = readdirSync(at, { recursive: true, encoding: "utf8" });
  const files = paths.filter((name) => names.includes(path.basename(name)));
  return new Map(files.map((name) => [name, readFileSync(path.join(at, name))]));
}

/** Runs the command and returns its exit code and what it printed. */
async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const lines = { out: [] as unknown[], err: [] as unknown[] };
  vi.spyOn(console, "log").mockImplementation((line) => void lines.out.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => void lines.err.push(line));
  try {
    const code = await runImages(argv);
    return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
  } finally {
    vi.restoreAllMocks();
  }
}

describe("copy", () => {
  test("copies from a folder to S3 and back, and skips what is already there", async () => {
    const files = someImages(5);
    writeFileSync(path.join(folder, "notes.txt"), "not an image");
    const there = await run("copy", folder, s3.url(bucketPrefix));
    expect([there.code, there.out]).toEqual([
      0,
      "Done: 5 images: 15 files copied, 0 already there, 0 failed",
    ]);
    expect((await run("copy", folder, s3.url(bucketPrefix))).out).toBe(
      "Done: 5 images: 0 files copied, 15 already there, 0 failed",
    );
    expect((await run("copy", folder, s3.url(bucketPrefix), "--fast")).out).toBe(
      "Done: 5 images: 0 files copied, 15 already there, 0 failed",
    );
    const back = path.join(top, randomUUID());
    expect(await run("copy", s3.url(bucketPrefix), back)).toMatchObject({ code: 0 });
    expect(readFolder(back)).toEqual(files);
    expect(readdirSync(back)).toHaveLength(5);
  });

  test("writes nothing with --dry-run", async () => {
    someImages(2);
    expect((await run("copy", folder, s3.url(bucketPrefix), "--dry-run")).out).toBe(
      "Done: 2 images: 6 files to copy, 0 already there, 0 failed",
    );
    expect((await run("copy", folder, s3.url(bucketPrefix))).out).toContain("6 files copied");
  });

  test("finds and repairs a damaged file at the target, in either direction", async () => {
    const files = someImages(2);
    const [damaged, cut] = [...files.keys()];
    await run("copy", folder, s3.url(bucketPrefix));
    writeFileSync(s3.fileOf(`${bucketPrefix}/${damaged}`), randomBytes(2_000));
    writeFileSync(s3.fileOf(`${bucketPrefix}/${cut}`), files.get(cut!)!.subarray(0, 500));
    // It trusts the recorded hash of one, and the other has another size.
    expect((await run("copy", folder, s3.url(bucketPrefix), "--fast", "--dry-run")).out).toContain(
      "1 files to copy",
    );
    expect((await run("copy", folder, s3.url(bucketPrefix))).out).toBe(
      "Done: 2 images: 2 files copied (2 of them to replace other content), 4 already there, 0 failed",
    );
    expect(readFileSync(s3.fileOf(`${bucketPrefix}/${damaged}`))).toEqual(files.get(damaged!));

    writeFileSync(path.join(folder, damaged!), "damaged");
    expect((await run("copy", s3.url(bucketPrefix), folder)).out).toContain(
      "1 files copied (1 of them to replace other content), 5 already there",
    );
    expect(readFolder(folder)).toEqual(files);
  });

  test("does not copy a file whose content differs from its recorded hash", async () => {
    const files = someImages(1);
    const [damaged] = files.keys();
    await run("copy", folder, s3.url(bucketPrefix));
    writeFileSync(s3.fileOf(`${bucketPrefix}/${damaged}`), randomBytes(2_000));
    const back = path.join(top, randomUUID());
    const { code, out, err } = await run("copy", s3.url(bucketPrefix), back);
    expect([code, out]).toEqual([1, "Done: 1 images: 2 files copied, 0 already there, 1 failed"]);
    expect(err).toMatch(new RegExp(`^${damaged}: damaged in s3://`));
    expect(readFolder(back).has(damaged!)).toBe(false);
    // A good copy at the target is enough.
    expect(await run("copy", s3.url(bucketPrefix), folder)).toMatchObject({ code: 0 });
  });

  test("continues after kill -9 or Ctrl-C in the middle, in either direction", async () => {
    const { program, remove } = await bundleProgram("images/run-images");
    try {
      const files = someImages(80);
      const back = path.join(top, randomUUID());
      const inBucket = path.join(s3.fileOf(`${bucketPrefix}/id/name`), "../..");
      for (const [from, to, target, signal] of [
        [folder, s3.url(bucketPrefix), inBucket, "SIGKILL"],
        [s3.url(bucketPrefix), back, back, "SIGINT"],
      ] as const) {
        const child = spawn(process.execPath, [program, "copy", from, to], { stdio: "ignore" });
        const ended = once(child, "exit");
        // Four images are copied at a time, so some are complete then.
        const isInTheMiddle = () => existsSync(target) && readdirSync(target).length > 10;
        await vi.waitFor(() => expect(isInTheMiddle()).toBe(true), {
          timeout: 60_000,
          interval: 5,
        });
        child.kill(signal);
        expect(await ended).toEqual(signal === "SIGINT" ? [130, null] : [null, "SIGKILL"]);
        const { code, out } = await run("copy", from, to);
        expect(code).toBe(0);
        const [, copied, there] = /(\d+) files copied.*, (\d+) already there/.exec(out)!;
        expect([Number(copied) > 0, Number(there) > 0]).toEqual([true, true]);
        expect(Number(copied) + Number(there)).toBe(240);
      }
      expect(readFolder(back)).toEqual(files);
    } finally {
      remove();
    }
  }, 300_000);

  test("explains what it cannot do", async () => {
    expect(await run("copy", folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining("Usage"),
    });
    expect(await run("copy", folder, folder)).toMatchObject({ code: 2 });
    expect(await run("copy", folder, folder, "--what")).toMatchObject({ code: 2 });
    expect(await run("move", "a", "b")).toMatchObject({ code: 2 });
    await expect(run("copy", path.join(top, "none"), folder)).rejects.toThrow("There is no folder");
    someImages(1);
    await expect(run("copy", folder, "s3://cars?endpoint=http://127.0.0.1:9")).rejects.toThrow(
      "cannot be reached (ECONNREFUSED)",
    );
    expect(await run("copy", "s3://cars?endpoint=http://127.0.0.1:9", folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be reached (ECONNREFUSED)"),
    });
  });
});

describe("verify", () => {
  test("names what is missing or damaged among the claimed images, in a folder and in S3", async () => {
    const shop = await createTestApp();
    const data = shop.deps.config.DATA_DIR;
    vi.stubEnv("DATABASE_URL", shop.databaseUrl);
    vi.stubEnv("DATA_DIR", data);
    vi.stubEnv("DEMO", "1");
    try {
      const uploads = [];
      for (const width of [700, 300, 1_300]) {
        const form = aMultipartForm(
          "image",
          "a",
          "image/jpeg",
          await aPicture({ width, height: 9 }),
        );
        const answer = await shop.app.inject({ method: "POST", url: "/api/images", ...form });
        uploads.push(answer.json<{ data: { id: string } }>().data.id);
      }
      const [first, second, unclaimed] = uploads;
      await shop.deps.db.execute(
        sql`update image set claimed_at = now() where id in (${first}, ${second})`,
      );
      const images = path.join(data, "images");
      rmSync(path.join(images, unclaimed!), { recursive: true });
      const summary = (store: string, problems: number) =>
        `Verified: 2 images in ${store}, 9 files, ${problems} problems`;
      expect(await run("verify")).toEqual({ code: 0, out: summary(images, 0), err: "" });

      await run("copy", images, s3.url(bucketPrefix));
      expect((await run("verify", s3.url(bucketPrefix))).out).toMatch(/9 files, 0 problems$/);
      const missing = `${first}/640.webp`;
      const damaged = `${second}/320.avif`;
      rmSync(path.join(images, missing));
      rmSync(s3.fileOf(`${bucketPrefix}/${missing}`));
      for (const file of [path.join(images, damaged), s3.fileOf(`${bucketPrefix}/${damaged}`)])
        writeFileSync(file, readFileSync(file).subarray(0, -40));
      const here = await run("verify");
      const there = await run("verify", s3.url(bucketPrefix));
      expect([here.code, here.out]).toEqual([1, summary(images, 2)]);
      expect(here.err.split("\n").toSorted()).toEqual(
        [`${damaged}: is damaged: it cannot be decoded`, `${missing}: is missing`].toSorted(),
      );
      expect(there.code).toBe(1);
      expect(there.err.split("\n").toSorted()).toEqual(
        [
          `${damaged}: is damaged: its content does not match its hash`,
          `${missing}: is missing`,
        ].toSorted(),
      );
    } finally {
      vi.unstubAllEnvs();
      await shop.close();
    }
  });
});
