import type { Readable } from "node:stream";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { ImportError } from "../import-error.ts";

/** What an archive may contain. Feeds of dealers are a few megabytes. */
export const archiveLimits = { entries: 2_000, bytes: 1_000_000_000, ratio: 400 };
/** Smaller files cannot do harm, however well they are compressed. */
const smallBytes = 20_000_000;

/** The bytes that so many compressed ones may have. */
export const mostUnpacked = (compressed: number): number =>
  Math.max(smallBytes, compressed * archiveLimits.ratio);

export type ZipEntry = { name: string; bytes: number; read(): Promise<Readable> };

/**
 * The files of a ZIP archive. A file that is larger than the archive says is an error while it is read.
 * @throws ImportError if the archive is broken, encrypted or too large
 */
export async function openZip(file: string): Promise<{ entries: ZipEntry[]; close(): void }> {
  const refuse = (reason: string): never => {
    throw new ImportError(`${file}: ${reason}.`);
  };
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: false });
  } catch {
    return refuse("not a readable ZIP archive or workbook, so it is damaged or cut off");
  }
  const entries: ZipEntry[] = [];
  let total = 0;
  try {
    if (zip.entryCount > archiveLimits.entries)
      refuse(`the archive has more than ${archiveLimits.entries} files`);
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith("/")) continue;
      total += entry.uncompressedSize;
      if (
        total > archiveLimits.bytes ||
        entry.uncompressedSize > mostUnpacked(entry.compressedSize)
      )
        refuse("the archive is too large when unpacked");
      if (entry.isEncrypted()) refuse("the archive is encrypted");
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => zip.openReadStreamPromise(entry),
      });
    }
  } catch (error) {
    zip.close();
    if (error instanceof ImportError) throw error;
    refuse("not a readable ZIP archive or workbook, so it is damaged or cut off");
  }
  return { entries, close: () => zip.close() };
}
