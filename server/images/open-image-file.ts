import type { Readable } from "node:stream";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { imageId, imageType, imageWidths, readFileName } from "./image-address.ts";
import { findShownImage } from "./image-row-store.ts";
import { readByteRange } from "./read-byte-range.ts";
import { storedWidths } from "./prepare-image.ts";
import { ImageStoreError, type ByteRange } from "./storage/image-storage.ts";

type Wanted = {
  id: string;
  file: string;
  /** The header `Range`, if it applies. */
  range: string | undefined;
  /** Whether the caller has the file already. */
  isCached: boolean;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
};

export type OpenedImage =
  | { type: string; size: number; total: number; range: ByteRange | null; body: Readable }
  | { unsatisfiableOf: number }
  | { isCached: true };

/**
 * Opens an upload in one width and format. If the upload is smaller than the width, its largest file.
 * @throws AppError not_found if there is no such file or the upload has expired; unavailable if the store fails or is slow
 */
export async function openImageFile(
  deps: Pick<Deps, "db" | "images" | "log">,
  { id, file, range, isCached, signal }: Wanted,
): Promise<OpenedImage> {
  const wanted = readFileName(file);
  const shown = wanted && imageId.test(id) ? await findShownImage(deps.db, id) : null;
  if (!wanted || !shown) throw new AppError("not_found");
  if (isCached) return { isCached };
  const largest = Math.min(wanted.width, storedWidths(shown).at(-1) ?? wanted.width);
  try {
    for (const width of imageWidths.filter((stored) => stored <= largest).reverse()) {
      const opened = await open(deps, id, `${width}.${wanted.kind}`, range, signal);
      if (opened) return opened;
    }
  } catch (error) {
    if (signal.aborted) throw new AppError("timed_out");
    if (!(error instanceof ImageStoreError)) throw error;
    deps.log.error({ err: error }, "an image could not be read");
    const message = "Images cannot be shown right now. Please try again in a moment.";
    throw new AppError("unavailable", { message, retryAfter: 5 });
  }
  throw new AppError("not_found");
}

async function open(
  { images }: Pick<Deps, "images">,
  id: string,
  name: string,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<OpenedImage | null> {
  const type = imageType(name);
  // Ranges of images are rare, so that finding the size first costs little.
  const file = asked === undefined ? null : await images.find(id, name);
  const range = asked !== undefined && file ? readByteRange(asked, file.size) : null;
  if (file && range === "unsatisfiable") return { unsatisfiableOf: file.size };
  const part = range === "unsatisfiable" ? null : range;
  const opened = await images.open(id, name, { range: part ?? undefined, signal });
  return opened && { ...opened, type, total: file?.size ?? opened.size, range: part };
}
