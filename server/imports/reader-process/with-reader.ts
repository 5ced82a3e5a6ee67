import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import type { ReaderLimits } from "./reader-limits.ts";
import { startReader, type Reader } from "./start-reader.ts";

/** Processes that read files for the shop at a time. Each may take all its memory and a processor. */
const turns = new PQueue({ concurrency: 2 });

/**
 * Starts a process that reads files as soon as few others run, and ends it after `work`.
 * @throws AppError timed_out if the caller is gone by then
 */
export const withReader = <Result>(
  limits: ReaderLimits,
  signal: AbortSignal | undefined,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> =>
  turns.add(async () => {
    if (signal?.aborted) throw new AppError("timed_out");
    const reader = startReader(limits, signal);
    try {
      return await work(reader);
    } finally {
      await reader.end();
    }
  });
