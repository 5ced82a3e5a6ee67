import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { archiveLog, type ArchiveSource } from "./archive-log.ts";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Archives the log until it is stopped. After an error it tries again, and logs the first one and when it is over. If
 * another process archives, this one waits to take its place.
 */
export function keepArchiving(
  source: ArchiveSource,
  log: FastifyBaseLogger,
): { stop: (timeoutMs: number) => Promise<void> } {
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    for (let pause = firstPauseMs; !abort.signal.aborted;) {
      const began = Date.now();
      try {
        await archiveLog(source, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        if (Date.now() - began > longestPauseMs) pause = firstPauseMs;
        // 55006 object_in_use: another process uses the slot, which is as it should be.
        const isElsewhere = error instanceof Error && "code" in error && error.code === "55006";
        if (!isElsewhere && pause === firstPauseMs)
          log.error(
            { err: error },
            "backup: the database's log is not archived at the moment; it is kept and tried again",
          );
        await sleep(pause, undefined, { signal: abort.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, longestPauseMs);
      }
    }
  };
  const done = run();
  return {
    stop: async (timeoutMs) => {
      abort.abort();
      const deadline = new AbortController();
      const timer = sleep(timeoutMs, undefined, { signal: deadline.signal }).catch(() => undefined);
      await Promise.race([done, timer]);
      deadline.abort();
    },
  };
}
