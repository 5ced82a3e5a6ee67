import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#shared/errors/app-error.ts";
import { ImportError, unpackFeeds } from "#server/imports/public.ts";

/** Bytes of an uploaded file. */
export const largestUpload = 50 * 1024 * 1024;

// Reading keeps a core busy, so a process reads one file at a time.
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Files that wait at most, each with up to a gigabyte on the disk once it is unpacked. */
const mostWaiting = 10;

type Uploaded = {
  /** A stream if the request has a file. */
  body: unknown;
  /** What its sender calls it. */
  name: string;
  /** Bytes of the body that are not a part of the file, but come before it. */
  leadingBytes?: number;
};

/**
 * Stores and unpacks an uploaded file, and reads it when the files before it are read.
 * @throws AppError too_large, unavailable if too many files wait, or invalid_input if it cannot be read as a feed
 */
export async function readUploaded<Read>(
  { body, name, leadingBytes = 0 }: Uploaded,
  read: (file: string, leading: string) => Promise<Read>,
): Promise<Read> {
  if (!(body instanceof Readable)) throw notAFile("Send the file as application/octet-stream.");
  if (waiting >= mostWaiting) throw tooBusy();
  waiting += 1;
  const folder = await mkdtemp(path.join(tmpdir(), "marque-upload-"));
  const stored = path.join(folder, "feed");
  try {
    const leading = await store(body, stored, leadingBytes);
    const turn = queue.then(() => readUnpacked(stored, name, (file) => read(file, leading)));
    queue = turn.catch(() => undefined);
    return await turn;
  } catch (error) {
    if (error instanceof ImportError) {
      const message = forSellers(error.message, name);
      throw new AppError("invalid_input", { message, fields: { file: message } });
    }
    throw error;
  } finally {
    waiting -= 1;
    await rm(folder, { recursive: true, force: true });
  }
}

function tooBusy(): AppError {
  const message = "Many files are being read right now. Please try again in a minute.";
  return new AppError("unavailable", { message, fields: { file: message }, retryAfter: 60 });
}

async function readUnpacked<Read>(
  stored: string,
  name: string,
  read: (file: string) => Promise<Read>,
): Promise<Read> {
  const unpacked = await unpackFeeds([stored]);
  try {
    const [first, ...others] = unpacked.files;
    if (!first || others.length > 0)
      throw new ImportError(`${name}: the archive must have exactly one feed.`);
    return await read(first.file);
  } finally {
    await unpacked.remove();
  }
}

/** Stores what follows the leading bytes, and returns these as text. */
async function store(body: Readable, file: string, leadingBytes: number): Promise<string> {
  const start = takeStart(leadingBytes);
  try {
    await pipeline(body, start.rest, atMost(largestUpload), createWriteStream(file));
    return start.text();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET")
      throw notAFile("The file did not arrive completely.");
    throw error;
  }
}

function notAFile(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { body: message } });
}

/** Keeps the first bytes of what it is given, and passes the rest on. */
function takeStart(bytes: number): { rest: Transform; text: () => string } {
  const kept: Buffer[] = [];
  let missing = bytes;
  const rest = new Transform({
    transform(chunk: Buffer, _, done) {
      if (missing > 0) kept.push(chunk.subarray(0, missing));
      const passed = chunk.subarray(missing);
      missing = Math.max(0, missing - chunk.length);
      done(null, passed);
    },
  });
  return { rest, text: () => Buffer.concat(kept).toString() };
}

function atMost(bytes: number): Transform {
  let read = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      read += chunk.length;
      if (read <= bytes) return done(null, chunk);
      const message = `This file is larger than ${bytes / 1024 / 1024} MB.`;
      return done(new AppError("too_large", { message, fields: { file: message } }));
    },
  });
}

/** What the page of a feed calls an option of the command. */
const optionNames: Record<string, string> = {
  rate: "exchange rate",
  make: "brand",
  symbol: "signs in prices",
  decimal: "decimal mark",
  mpg: "gallon",
};

/** The reader's message for the seller, who knows neither our folders nor the command's options. */
export function forSellers(message: string, name: string): string {
  return message
    .replace(/(?<!\S)\S*marque-(?:upload|feed)-\w+[/\\]\w+/g, () => name)
    .replace(/ (?:Add headers, or n|N)ame (?:it|them|its paths) with --map\./, " Map the columns.")
    .replace(
      /--([a-z-]+)/g,
      (_, option: string) => `the ${optionNames[option] ?? option.replaceAll("-", " ")}`,
    );
}
