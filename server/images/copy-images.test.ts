import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyImages } from "./copy-images.ts";
import { createFolderStorage } from "./storage/folder-storage.ts";
import { ImageStoreError, type ImageStore } from "./storage/image-storage.ts";

let top: string;
beforeEach(() => (top = mkdtempSync(path.join(tmpdir(), "marque-copy-"))));
afterEach(() => rmSync(top, { recursive: true, force: true }));

function someImages(count: number): ImageStore {
  const folder = path.join(top, "from");
  for (let image = 0; image < count; image++) {
    const id = randomUUID();
    mkdirSync(path.join(folder, id), { recursive: true });
    writeFileSync(path.join(folder, id, "320.jpg"), id);
  }
  return createFolderStorage(folder);
}

/** Copies to a folder whose store differs in this. */
async function copyTo(from: ImageStore, faults: Partial<ImageStore>, stop = new AbortController()) {
  const to = { ...createFolderStorage(path.join(top, "to")), ...faults };
  const failures: string[] = [];
  const options = { from, to, isDryRun: false, isFast: false, stop: stop.signal };
  const counts = copyImages({
    ...options,
    onFailure: (line) => failures.push(line),
    onProgress: () => undefined,
  });
  return { counts: await counts.catch((error: unknown) => error), failures };
}

test("a file that the target stores damaged counts as failed", async () => {
  const whole = createFolderStorage(path.join(top, "to"));
  const { counts, failures } = await copyTo(someImages(1), {
    replaceFile: (id, { name }) => whole.replaceFile(id, { name, bytes: Buffer.from("damaged") }),
  });
  expect(counts).toMatchObject({ copied: 0, failed: 1 });
  expect(failures[0]).toContain("it reads back different");
});

test("ends with the error of a target that fails again and again, and does not try every file", async () => {
  const { counts, failures } = await copyTo(someImages(100), {
    replaceFile: () => Promise.reject(new ImageStoreError("the disk is gone")),
  });
  expect(counts).toEqual(new ImageStoreError("the disk is gone"));
  expect(failures.length).toBeLessThan(30);
});

test("ends after the images that are being copied when it is stopped", async () => {
  const stop = new AbortController();
  const { counts } = await copyTo(
    someImages(100),
    {
      replaceFile: (id, file) => {
        stop.abort();
        return createFolderStorage(path.join(top, "to")).replaceFile(id, file);
      },
    },
    stop,
  );
  expect(counts).toMatchObject({ failed: 0 });
  expect((counts as { copied: number }).copied).toBeLessThan(10);
});
