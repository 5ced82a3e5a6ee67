import { createWriteStream } from "node:fs";
import path from "node:path";
import { finished, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mostFileBytes } from "#shared/feeds/feed-limits.ts";
import { AppError } from "#shared/errors/app-error.ts";
import {
  readWithDeadline,
  type Deadlines,
} from "#server/platform/http/outgoing/read-with-deadline.ts";

type Sent = {
  /** A stream if the request has a file. */
  body: unknown;
  /** Bytes of the body that are not a part of the file, but come before it. */
  leadingBytes: number;
  /** Whether it is a request's body: it has to keep arriving, and its connection is needed for the answer. */
  isRequest: boolean;
  /** Is told the bytes of the file as they arrive. Throws if there is no room for them. */
  onBytes: (bytes: number) => void;
};

/** A file that has arrived completely. */
type ReceivedFile = { file: string; leading: string };

/**
 * Stores the body of a request, or a download, in a folder of the caller.
 * @throws AppError invalid_input if it is no file or breaks off, too_large, or timed_out if it arrives too slowly
 */
export async function receiveFile(
  sent: Sent,
  folder: string,
  deadlines?: Deadlines,
): Promise<ReceivedFile> {
  const { body, leadingBytes, isRequest, onBytes } = sent;
  if (!(body instanceof Readable)) throw notAFile("Send the file as application/octet-stream.");
  const file = path.join(folder, "feed");
  try {
    const place = { file, onBytes };
    const leading = isRequest
      ? await storeRequest(body, place, leadingBytes, deadlines)
      : await store([body], takeStart(leadingBytes), place);
    return { file, leading };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET")
      throw notAFile("The file did not arrive completely.");
    throw error;
  }
}

async function storeRequest(
  body: Readable,
  place: Place,
  leadingBytes: number,
  deadlines: Deadlines | undefined,
): Promise<string> {
  const start = takeStart(leadingBytes);
  // In the pipeline, the body would be destroyed, and its connection closed before the answer is sent.
  finished(body, { writable: false }, (error) => {
    if (error) start.rest.destroy(error);
  });
  body.pipe(start.rest);
  try {
    const read = () => store([], start, place);
    return await readWithDeadline({ stream: body, arrived: start.arrived, read }, deadlines);
  } catch (error) {
    start.rest.destroy();
    // Its sender reads the answer only once everything is sent.
    body.unpipe(start.rest).resume();
    throw error;
  }
}

/** Stores what follows the leading bytes, and returns these as text. */
async function store(source: Readable[], start: Start, { file, onBytes }: Place): Promise<string> {
  await pipeline([...source, start.rest, atMost(mostFileBytes, onBytes), createWriteStream(file)]);
  return start.text();
}

function notAFile(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { body: message } });
}

type Place = Pick<Sent, "onBytes"> & { file: string };

type Start = { rest: Transform; text: () => string; arrived: () => number };

/** Keeps the first bytes of what it is given, and passes the rest on. */
function takeStart(bytes: number): Start {
  const chunks: Buffer[] = [];
  let arrived = 0;
  const rest = new Transform({
    transform(chunk: Buffer, _, done) {
      const missing = Math.max(0, bytes - arrived);
      arrived += chunk.length;
      if (missing > 0) chunks.push(chunk.subarray(0, missing));
      done(null, chunk.subarray(missing));
    },
  });
  return { rest, text: () => Buffer.concat(chunks).toString(), arrived: () => arrived };
}

function atMost(bytes: number, onBytes: Sent["onBytes"]): Transform {
  let read = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      read += chunk.length;
      try {
        onBytes(chunk.length);
      } catch (error) {
        return done(error as Error);
      }
      if (read <= bytes) return done(null, chunk);
      const message = `This file is larger than ${bytes / 1024 / 1024} MB.`;
      return done(new AppError("too_large", { message, fields: { file: message } }));
    },
  });
}
