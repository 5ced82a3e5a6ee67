import type { Config } from "#server/platform/config/config.ts";
import { ImportError } from "../import-error.ts";

/** What a process that reads files may take. It is ended as soon as it takes more. */
export type ReaderLimits = {
  /** Memory of the whole process: buffers and texts outside the heap of V8 count, too. */
  memoryMb: number;
  /** Time of the processor, which does not depend on how busy the machine is. */
  cpuSeconds: number;
  /** How long its answers are waited for in all: it may wait for a disk or for its turn on a busy machine. */
  waitSeconds: number;
  /** Bytes of all its answers, which their receiver keeps in memory: two for a letter where texts are not Latin-1. */
  answerBytes: number;
};

/** The process yields to requests, so on a busy machine it takes several times the time of the processor. */
const waitFactor = 6;
/** Operators import larger files than sellers upload. */
const operatorFactor = 20;

/** For files that sellers upload or the shop fetches. */
export const limitsForSellers = (
  config: Pick<Config, "FEED_MEMORY_MB" | "FEED_SECONDS">,
): ReaderLimits => ({
  memoryMb: config.FEED_MEMORY_MB,
  cpuSeconds: config.FEED_SECONDS,
  waitSeconds: config.FEED_SECONDS * waitFactor,
  // A car takes about a kilobyte, and what is kept of it about twice as much: with 512 MB, half of a shop's heap of 512 MB,
  // which V8 chooses in a container of 1 GB.
  answerBytes: config.FEED_MEMORY_MB * 256 * 1_024,
});

/** For the files of a command: all of a run are read by one process, and its answers are written as they come. */
export function limitsForOperator(
  config: Pick<Config, "FEED_MEMORY_MB" | "FEED_SECONDS">,
): ReaderLimits {
  const { memoryMb, cpuSeconds, waitSeconds } = limitsForSellers(config);
  return {
    memoryMb,
    cpuSeconds: cpuSeconds * operatorFactor,
    waitSeconds: waitSeconds * operatorFactor,
    answerBytes: Infinity,
  };
}

/** Bytes of one answer, such as a refused row with its cells. A line of a file has at most a million characters. */
export const longestAnswer = 16 * 1_024 * 1_024;

/** A file ended its reader. No row was written. */
export class TooHeavyError extends ImportError {
  override name = "TooHeavyError";

  constructor() {
    super(
      "This file takes too long or too much memory to read. Split it into smaller files, or export it again as CSV.",
    );
  }
}
