import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { archiveLog, type ArchiveSource } from "./archive-log.ts";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Archives the log until it is stopped. After an error it opens the place again and goes on; it logs each new
 * kind of error and when it is over. If another process archives, this one waits to take its place.
 */
export function keepArchiving(
  open: () => Promise<ArchiveSource>,
  log: FastifyBaseLogger,
): { stop: (timeoutMs: number) => Promise<void> } {
  const abort = new AbortController();
  const { signal } = abort;
  const run = async (): Promise<void> => {
    let pause = firstPauseMs;
    let logged: string | null = null;
    let source: ArchiveSource | null = null;
    const onStored = () => {
      if (logged !== null) log.info("backup: the database's log is archived again");
      pause = firstPauseMs;
      logged = null;
    };
    while (!signal.aborted) {
      try {
        source ??= await open();
        await archiveLog(source, { signal, onStored });
      } catch (error) {
        if (signal.aborted) return;
        // 55006 object_in_use: another process uses the slot, which is as it should be.
        const isElsewhere = error instanceof Error && "code" in error && error.code === "55006";
        if (!isElsewhere) {
          const text = error instanceof Error ? error.message : String(error);
          if (text !== logged)
            log.error(
              { err: error },
              "backup: the database's log is not archived at the moment; it is kept and tried again",
            );
          logged = text;
          // What is there now may be another disk.
          source = null;
        }
        await sleep(pause, undefined, { signal }).catch(() => undefined);
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
