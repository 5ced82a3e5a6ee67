import { rm } from "node:fs/promises";
import { AppError } from "#shared/errors/app-error.ts";
import { ImportError, unpackFeeds } from "#server/imports/public.ts";
import type { Deadlines } from "#server/platform/http/read-with-deadline.ts";
import { receiveFile } from "./receive-file.ts";

// Reading keeps a core busy, so a process reads one file at a time.
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Uploaded files that wait at most, each with up to a gigabyte on the disk once it is unpacked. */
const mostWaiting = 10;
/** Uploads of each seller that arrive or wait. */
const uploads = new Map<string, number>();
const mostOfSeller = 3;

type Uploaded = {
  /** A stream if the request has a file. */
  body: unknown;
  /** What its sender calls it. */
  name: string;
  /** Bytes of the body that are not a part of the file, but come before it. */
  leadingBytes?: number;
  /** The account that uploads it; null for a file that the shop fetched. */
  uploader: string | null;
};

/**
 * Stores and unpacks a file, and reads it when the files before it are read. An uploaded one takes its place among them
 * once it has arrived, so that slow uploads keep no one waiting.
 * @throws AppError too_large, timed_out if it arrives too slowly, unavailable if too many files wait, too_many_requests if
 * its seller uploads others, or invalid_input if it cannot be read as a feed
 */
export async function readUploaded<Read>(
  uploaded: Uploaded,
  read: (file: string, leading: string) => Promise<Read>,
  deadlines?: Deadlines,
): Promise<Read> {
  const { uploader } = uploaded;
  if (uploader === null) return readInTurn(uploaded, read, deadlines);
  const running = uploads.get(uploader) ?? 0;
  if (running >= mostOfSeller) throw tooManyOfSeller();
  uploads.set(uploader, running + 1);
  try {
    return await readInTurn(uploaded, read, deadlines);
  } finally {
    const left = uploads.get(uploader)! - 1;
    if (left > 0) uploads.set(uploader, left);
    else uploads.delete(uploader);
  }
}

async function readInTurn<Read>(
  { body, name, leadingBytes = 0, uploader }: Uploaded,
  read: (file: string, leading: string) => Promise<Read>,
  deadlines: Deadlines | undefined,
): Promise<Read> {
  const isRequest = uploader !== null;
  const { folder, file, leading } = await receiveFile({ body, leadingBytes, isRequest }, deadlines);
  try {
    // Few files are fetched at a time, and their sellers are told of every failure.
    if (isRequest && waiting >= mostWaiting) throw tooBusy();
    waiting += 1;
    const turn = queue.then(() => readUnpacked(file, name, (unpacked) => read(unpacked, leading)));
    queue = turn.catch(() => undefined);
    return await turn.finally(() => (waiting -= 1));
  } catch (error) {
    if (error instanceof ImportError) {
      const message = forSellers(error.message, name);
      throw new AppError("invalid_input", { message, fields: { file: message } });
    }
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tooBusy(): AppError {
  const message = "Many files are being read right now. Please try again in a minute.";
  return new AppError("unavailable", { message, fields: { file: message }, retryAfter: 60 });
}

function tooManyOfSeller(): AppError {
  const message = `You are uploading ${mostOfSeller} files already. Please try again when one of them is read.`;
  return new AppError("too_many_requests", {
    message,
    fields: { file: message },
    retryAfter: 10,
  });
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
