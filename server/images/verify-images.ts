import sharp from "sharp";
import type { Deps } from "#server/deps.ts";
import { readFile } from "./copy-images.ts";
import { listClaimedImages } from "./image-row-store.ts";
import { storedFileNames } from "./prepare-image.ts";
import type { ImageStore } from "./storage/image-storage.ts";

const batch = 200;

export type VerifyCounts = { images: number; files: number; problems: number };

/**
 * Checks that every claimed image has all its files, and that each one has the content that was recorded when it was
 * written. Where no hash is recorded, the file is decoded.
 * @throws ImageStoreError if the store does not respond
 */
export async function verifyImages({
  db,
  images,
  onProblem,
  onProgress,
  stop,
}: Pick<Deps, "db"> & {
  images: ImageStore;
  /** Receives a line about every file that is missing or damaged. */
  onProblem: (line: string) => void;
  onProgress: (counts: VerifyCounts) => void;
  stop: AbortSignal;
}): Promise<VerifyCounts> {
  const counts: VerifyCounts = { images: 0, files: 0, problems: 0 };
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await listClaimedImages(db, { after, limit: batch });
    for (const { id, ...size } of rows) {
      if (stop.aborted) return counts;
      for (const name of storedFileNames(size)) {
        const problem = await findProblem(images, id, name);
        counts.files += 1;
        if (problem === null) continue;
        counts.problems += 1;
        onProblem(`${id}/${name}: ${problem}`);
      }
      counts.images += 1;
      onProgress(counts);
    }
    if (rows.length < batch) return counts;
    after = rows.at(-1)!.id;
  }
}

async function findProblem(images: ImageStore, id: string, name: string): Promise<string | null> {
  const file = await readFile(images, id, name);
  if (!file) return "is missing";
  if (file.recorded !== null)
    return file.recorded === file.hash ? null : "is damaged: its content does not match its hash";
  const isDecoded = await sharp(file.bytes, { failOn: "error" })
    .stats()
    .then(
      () => true,
      () => false,
    );
  return isDecoded ? null : "is damaged: it cannot be decoded";
}
