import type { Pool } from "pg";
import type { FastifyBaseLogger } from "fastify";
import { deleteOldCalls } from "#simulators/payment-provider/state/call-count-store.ts";
import { deleteOldKeys } from "#simulators/payment-provider/state/idempotency-store.ts";
import { pruneObjects } from "#simulators/payment-provider/state/prune-store.ts";
import { settleTasks } from "./settle-tasks.ts";

type Clock = { stop(): Promise<void> };

const lookEveryMs = 1_000;
const looksPerTidy = 3_600;

/** Runs due tasks every second, and removes old objects at the start and every hour. Calls `settled` after tasks ran. */
export function startClock(options: {
  pool: Pool;
  log: Pick<FastifyBaseLogger, "warn">;
  settled: () => void;
}): Clock {
  let looks = 0;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, lookEveryMs);
  let stopped = false;

  async function look(): Promise<void> {
    if ((await settleTasks(options.pool, "due")) > 0) options.settled();
    if (looks++ % looksPerTidy !== 0) return;
    await deleteOldKeys({ db: options.pool });
    await deleteOldCalls({ db: options.pool }, Math.floor(Date.now() / 60_000) - 5);
    await pruneObjects({ db: options.pool });
  }

  function tick(): void {
    running = look()
      .catch((error: unknown) => options.log.warn({ err: error }, "payment simulator: clock"))
      .then(() => {
        if (!stopped) timer = setTimeout(tick, lookEveryMs);
        timer.unref();
      });
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
