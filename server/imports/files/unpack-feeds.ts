import {
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  statSync,
  closeSync,
} from "node:fs";
import path from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ImportError } from "../import-error.ts";
import { archiveLimits, mostUnpacked, openZip } from "./zip-file.ts";

/** A feed's file, and the name that it is known by: "stock.zip/cars.csv" for a file of an archive. */
export type FeedFile = { file: string; name: string };

const mostFeeds = 20;
// What explains an archive is no feed.
const notes =
  /(?:^|\/)(?:read[-_ ]?me|licen[cs]e|liesmich|lisezmoi|leggimi|leesmij|changelog)\b[^/]*$/i;
const feedEnding = /\.(?:csv|tsv|txt|xml|json|jsonl|ndjson|xlsx)$/i;

/**
 * Unpacks gzip and ZIP files into a folder of the caller. An archive in an archive is refused.
 * @throws ImportError if an archive is broken, too large or has no feed
 */
export async function unpackFeeds(files: readonly string[], folder: string): Promise<FeedFile[]> {
  const unpackedFeeds: FeedFile[] = [];
  const target = () => path.join(folder, String(unpackedFeeds.length));
  for (const file of files) {
    const name = path.basename(file);
    const kind = await archiveKind(file);
    if (!kind) {
      unpackedFeeds.push({ file, name });
      continue;
    }
    if (kind === "gzip") {
      const unpacked = { file: target(), name: name.replace(/\.gz$/i, "") };
      await save(createReadStream(file).pipe(createGunzip()), unpacked.file, file);
      unpackedFeeds.push(unpacked);
    } else await unzip(file, name, target, unpackedFeeds);
    if (await archiveKind(unpackedFeeds.at(-1)!.file))
      throw new ImportError(`${file}: an archive in an archive is not read.`);
  }
  return unpackedFeeds;
}

async function unzip(file: string, name: string, target: () => string, unpackedFeeds: FeedFile[]) {
  const zip = await openZip(file);
  try {
    const feeds = zip.entries.filter(
      ({ name: entry }) =>
        feedEnding.test(entry) && !/(?:^|\/)(?:__MACOSX|\.)/.test(entry) && !notes.test(entry),
    );
    if (feeds.length === 0) throw new ImportError(`${file}: the archive has no feed.`);
    if (feeds.length > mostFeeds)
      throw new ImportError(`${file}: the archive has more than ${mostFeeds} feeds.`);
    for (const entry of feeds) {
      const unpacked = { file: target(), name: `${name}/${path.basename(entry.name)}` };
      await save(await entry.read(), unpacked.file, file);
      unpackedFeeds.push(unpacked);
      if (await archiveKind(unpacked.file))
        throw new ImportError(`${file}: an archive in an archive is not read.`);
    }
  } finally {
    zip.close();
  }
}

async function save(source: Readable, target: string, archive: string): Promise<void> {
  let bytes = 0;
  const most = Math.min(mostUnpacked(statSync(archive).size), archiveLimits.bytes);
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > most)
        done(new ImportError(`${archive}: the archive is too large when unpacked.`));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(source, limit, createWriteStream(target));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${archive}: the archive is damaged or cut off.`);
  }
}

async function archiveKind(file: string): Promise<"gzip" | "zip" | null> {
  const start = firstBytes(file, 4);
  if (start.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return "gzip";
  if (!start.equals(Buffer.from("PK\u0003\u0004"))) return null;
  const zip = await openZip(file);
  zip.close();
  return zip.entries.some((entry) => /^\/?xl\/workbook\.xml$/.test(entry.name)) ? null : "zip";
}

/** The first bytes of a file; empty if it cannot be read. */
export function firstBytes(file: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  try {
    const handle = openSync(file, "r");
    try {
      return bytes.subarray(0, readSync(handle, bytes, 0, count, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
