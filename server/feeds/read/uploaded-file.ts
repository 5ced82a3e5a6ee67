import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import {
  ImportError,
  limitsForSellers,
  TooHeavyError,
  unpackFiles,
  withFeedFolder,
  withReader,
  type FeedFile,
  type Reader,
} from "#server/imports/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { refuseUploadIfDiskFull } from "#server/platform/free-disk.ts";
import type { Deadlines } from "#server/platform/http/outgoing/read-with-deadline.ts";
import { receiveFile } from "./receive-file.ts";
import { withSellerPlace } from "./seller-places.ts";

// One file at a time, because reading keeps a core busy, and what was read is in memory until it is planned.
const queue = new PQueue({ concurrency: 1 });
/** Sellers with a file that waits, each with up to a gigabyte on the disk once it is unpacked. */
const mostWaiting = 10;
/** Bytes of files that arrive or wait, for a disk of a few gigabytes. */
const mostBytes = 1_024 * 1_024 * 1_024;
let waitingBytes = 0;
/** Fetched files wait for each other, as those of one seller. None is refused, because few are fetched at a time. */
const fetched = new PQueue({ concurrency: 1 });

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

/** A file that has arrived, in the hands of a process that reads it. */
type ArrivedFile = {
  reader: Reader;
  /** The file without its compression. */
  unpacked: FeedFile;
  /** The leading bytes as a text. */
  leading: string;
};

type Surroundings = {
  config: Pick<Config, "DATA_DIR" | "FEED_MEMORY_MB" | "FEED_SECONDS" | "UPLOAD_DISK_RESERVE_MB">;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
  /** Throws if a file that has arrived must not be read after all. */
  check?: () => Promise<void>;
  deadlines?: Deadlines | undefined;
  /** Bytes of files that arrive or wait, for tests. */
  most?: number;
};

/**
 * Stores a file, and reads it in a process of its own after the files before it. An upload joins the queue once it has
 * arrived, so that slow uploads keep no one waiting, and waits for its seller's other files.
 * @throws AppError too_large, timed_out if it arrives too slowly, unavailable if too many files wait, disk_full, too_many_requests if
 * its seller uploads others, or invalid_input if it cannot be read as a feed. If it ended the process that read it, it is
 * too_large with a TooHeavyError as its cause
 */
export async function readUploaded<Read>(
  surroundings: Surroundings,
  uploaded: Uploaded,
  read: (file: ArrivedFile) => Promise<Read>,
): Promise<Read> {
  const { uploader } = uploaded;
  return uploader === null
    ? readInTurn(surroundings, uploaded, { turns: fetched, read })
    : withSellerPlace(uploader, (turns) => readInTurn(surroundings, uploaded, { turns, read }));
}

async function readInTurn<Read>(
  { config, signal, check, deadlines, most = mostBytes }: Surroundings,
  { body, name, leadingBytes = 0, uploader }: Uploaded,
  { turns, read }: { turns: PQueue; read: (file: ArrivedFile) => Promise<Read> },
): Promise<Read> {
  const isRequest = uploader !== null;
  let own = 0;
  const onBytes = (bytes: number) => {
    own += bytes;
    waitingBytes += bytes;
    if (isRequest && waitingBytes > most) throw tooBusy();
  };
  try {
    return await withFeedFolder(config.DATA_DIR, async (folder) => {
      const sent = { body, leadingBytes, isRequest, onBytes };
      const { file, leading } = await receiveFile(sent, folder, deadlines);
      const readNow = async () => {
        await check?.();
        // Others have arrived since this one began to, and it may unpack to a gigabyte.
        await refuseUploadIfDiskFull(config, folder);
        return withReader(limitsForSellers(config), signal, async (reader) => {
          const unpacked = await unpackOne(reader, { file, folder, name });
          return read({ reader, unpacked, leading });
        });
      };
      return await turns.add(async () => {
        if (isRequest && queue.size >= mostWaiting) throw tooBusy();
        return queue.add(readNow);
      });
    });
  } catch (error) {
    throw error instanceof ImportError ? unreadable(error, name) : error;
  } finally {
    waitingBytes -= own;
  }
}

/** What a seller is told of a file that cannot be read. */
export function unreadable(error: ImportError, name: string): AppError {
  const isTooHeavy = error instanceof TooHeavyError;
  const message = isTooHeavy ? error.message : forSellers(error.message, name);
  const refused = new AppError(isTooHeavy ? "too_large" : "invalid_input", {
    message,
    fields: { file: message },
  });
  refused.cause = error;
  return refused;
}

function tooBusy(): AppError {
  const message = "Many files are being read right now. Please try again in a minute.";
  return new AppError("unavailable", { message, fields: { file: message }, retryAfter: 60 });
}

async function unpackOne(
  reader: Reader,
  { file, folder, name }: { file: string; folder: string; name: string },
): Promise<FeedFile> {
  const [first, ...others] = await unpackFiles(reader, [file], folder);
  if (!first || others.length > 0)
    throw new ImportError(`${name}: the archive must have exactly one feed.`);
  return first;
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
    .replace(/(?<!\S)\S*marque-feeds-\w+[/\\][\w-]+[/\\]\w+/g, () => name)
    .replace(/ (?:Add headers, or n|N)ame (?:it|them|its paths) with --map\./, " Map the columns.")
    .replace(
      /--([a-z-]+)/g,
      (_, option: string) => `the ${optionNames[option] ?? option.replaceAll("-", " ")}`,
    );
}
