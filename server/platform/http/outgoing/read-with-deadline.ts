import type { Readable } from "node:stream";
import { AppError } from "#shared/errors/app-error.ts";
import { createChunkLimit } from "../chunk-limit.ts";

export type Deadlines = {
  /** Milliseconds in which at least `leastBytes` must arrive. */
  stall: number;
  leastBytes: number;
  /** Milliseconds for the whole body. */
  total: number;
  /**
   * Applies while another upload wants the place: after this many milliseconds the upload must have averaged
   * `bytesPerSecond`, and `total` is shorter.
   */
  wanted: { after: number; bytesPerSecond: number; total: number };
};

type Body<T> = {
  /** What `read` begins to read at once. */
  stream: Readable;
  /** Bytes that have arrived so far. */
  arrived: () => number;
  read: () => Promise<T>;
  /** Whether another upload should have this one's place. */
  isWanted?: () => boolean;
};

const tooFine = "The file arrived in too many small pieces. Send it again with another program.";
const tooSlow = "The file arrived too slowly. Check your connection and send it again.";

/**
 * The total equals the web app's own timeout. An upload that stalls is cut off. While others wait, a slow one loses its
 * place after 20 seconds; at the required pace, 10 MB take less than two minutes.
 */
const defaultDeadlines: Deadlines = {
  stall: 10_000,
  leastBytes: 8_192,
  total: 600_000,
  wanted: { after: 20_000, bytesPerSecond: 100_000, total: 120_000 },
};

/**
 * Reads a request's body while it keeps arriving.
 * @throws AppError timed_out if it stalls, takes too long, or has too many small chunks; the error's response then closes
 * the connection
 */
export function readWithDeadline<T>(
  { stream, arrived, read, isWanted = () => false }: Body<T>,
  { stall, leastBytes, total, wanted }: Deadlines = defaultDeadlines,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const first = arrived();
    let previous = first;
    let elapsed = 0;
    const isSlow = (now: number) =>
      elapsed >= wanted.total ||
      (elapsed >= wanted.after && now - first < (wanted.bytesPerSecond * elapsed) / 1_000);
    const timer = setInterval(() => {
      const now = arrived();
      elapsed += stall;
      if (now - previous < leastBytes || elapsed >= total || (isSlow(now) && isWanted()))
        reject(new AppError("timed_out", { message: tooSlow }));
      previous = now;
    }, stall);
    const isTooFine = createChunkLimit();
    const count = (chunk: Buffer) => {
      if (isTooFine(chunk)) reject(new AppError("timed_out", { message: tooFine }));
    };
    read()
      .then(resolve, reject)
      .finally(() => {
        clearInterval(timer);
        stream.off("data", count);
      });
    // Afterwards, because a listener lets the stream flow.
    stream.on("data", count);
  });
}
