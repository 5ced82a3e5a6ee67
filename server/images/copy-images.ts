import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PQueue from "p-queue";
import { readFileName } from "./image-address.ts";
import { ImageStoreError, type ImageFile, type ImageStore } from "./storage/image-storage.ts";

export type CopyCounts = {
  images: number;
  /** Files that are now in the target, or would be. */
  copied: number;
  /** Of the copied ones, those that replaced a file with other content. */
  repaired: number;
  /** Files that were already there. */
  right: number;
  failed: number;
};

export type CopyOptions = {
  from: ImageStore;
  to: ImageStore;
  /** Compares, and writes nothing. */
  isDryRun: boolean;
  /** Trusts the hash that the target recorded, instead of reading what is already there. */
  isFast: boolean;
  /** Receives a line about every file that could not be copied. */
  onFailure: (line: string) => void;
  /** After each image. */
  onProgress: (counts: CopyCounts) => void;
  /** Ends the copy after the images that are being copied. */
  stop: AbortSignal;
};

const imagesAtOnce = 4;
/** After this many failures without a success in between, a store is down, and every other file would fail too. */
const mostFailures = 20;

/**
 * Copies all images from one store to another and reads back what it wrote. It can be interrupted and repeated at any
 * time: what is already there with the right content is not written again.
 * @throws ImageStoreError if a store does not respond anymore
 */
export async function copyImages(options: CopyOptions): Promise<CopyCounts> {
  const { from, stop, onFailure, onProgress } = options;
  const counts: CopyCounts = { images: 0, copied: 0, repaired: 0, right: 0, failed: 0 };
  const queue = new PQueue({ concurrency: imagesAtOnce });
  let failuresInARow = 0;
  const outages: ImageStoreError[] = [];

  async function copyOne(id: string): Promise<void> {
    for (const name of (await from.listFiles(id)).filter((file) => readFileName(file))) {
      if (outages.length > 0) return;
      try {
        const outcome = await copyFile(options, id, name);
        if (outcome === "gone") continue;
        if (outcome === "repaired") counts.copied += 1;
        counts[outcome] += 1;
        failuresInARow = 0;
      } catch (error) {
        counts.failed += 1;
        onFailure(`${id}/${name}: ${error instanceof Error ? error.message : String(error)}`);
        if (!(error instanceof ImageStoreError)) continue;
        failuresInARow += 1;
        if (failuresInARow >= mostFailures) outages.push(error);
      }
    }
    counts.images += 1;
    onProgress(counts);
  }

  for await (const ids of from.listImages()) {
    for (const id of ids) {
      await queue.onSizeLessThan(imagesAtOnce);
      if (stop.aborted || outages.length > 0) break;
      void queue.add(() => copyOne(id).catch((error: unknown) => outages.push(asOutage(error))));
    }
    if (stop.aborted || outages.length > 0) break;
  }
  await queue.onIdle();
  if (outages[0]) throw outages[0];
  return counts;
}

function asOutage(error: unknown): ImageStoreError {
  return error instanceof ImageStoreError
    ? error
    : new ImageStoreError(String(error), { cause: error });
}

type Outcome = "copied" | "repaired" | "right" | "gone";

async function copyFile(
  { from, to, isDryRun, isFast }: CopyOptions,
  id: string,
  name: string,
): Promise<Outcome> {
  const source = await readFile(from, id, name);
  // Removed since the list was read, because it expired.
  if (!source) return "gone";
  const { hash } = source;
  const there = isFast ? await to.find(id, name) : null;
  const copy = there?.sha256
    ? { hash: there.sha256, recorded: there.sha256, size: there.size }
    : await readFile(to, id, name);
  const isRight = (other: typeof copy) =>
    other !== null &&
    other.hash === hash &&
    other.size === source.size &&
    (other.recorded ?? hash) === hash;
  if (source.recorded !== null && source.recorded !== hash) {
    if (copy?.hash === source.recorded) return "right";
    throw new Error(`damaged in ${from.name}: its content does not match its recorded hash`);
  }
  if (isRight(copy)) return "right";
  if (!isDryRun) {
    await to.replaceFile(id, { name, bytes: source.bytes });
    if (!isRight(await readFile(to, id, name)))
      throw new Error(`written to ${to.name}, but it reads back different`);
  }
  return copy ? "repaired" : "copied";
}

/** A file with its hash (SHA-256 in hex), and the hash that was recorded when it was written. */
export async function readFile(
  store: ImageStore,
  id: string,
  name: string,
): Promise<(ImageFile & { hash: string; recorded: string | null; size: number }) | null> {
  const opened = await store.open(id, name);
  if (!opened) return null;
  const bytes = await buffer(opened.body).catch((cause: unknown) => {
    throw new ImageStoreError(`${store.name} ended in the middle of ${id}/${name}`, { cause });
  });
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { name, bytes, hash, recorded: opened.sha256, size: bytes.length };
}
