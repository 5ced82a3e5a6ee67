import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { createListener } from "#server/platform/database/create-listener.ts";

const pollMilliseconds = 1_000;

/**
 * Calls `read` on every notification from the database, and every second in case one is lost. Reads never overlap. A
 * caller that asks during a read gets the next one, because the running one may miss the latest change.
 */
export function followFeed(
  { pool, log }: { pool: pg.Pool; log: FastifyBaseLogger },
  read: () => Promise<void>,
) {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let listener: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function readOnce(): Promise<void> {
    // After a failed read, the next poll catches up.
    await read().catch(
      (error: unknown) => stopped || log.warn({ err: error }, "catalogue could not be refreshed"),
    );
  }

  function refresh(): Promise<void> {
    if (stopped) return Promise.resolve();
    if (!running) {
      running = readOnce().finally(() => (running = null));
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return refresh();
    });
    return next;
  }

  async function listen(): Promise<void> {
    const { client, listen: hear } = createListener(pool, "catalogue_changed");
    const lost = () => {
      if (listener === client) listener = null;
    };
    client
      .on("error", lost)
      .on("end", lost)
      .on("notification", () => void refresh());
    listener = client;
    await hear().catch((error: unknown) => {
      lost();
      log.warn({ err: error }, "catalogue hears no changes; it polls");
      return client.end().catch(() => undefined);
    });
  }

  async function poll(): Promise<void> {
    if (!listener) await listen();
    await refresh();
    if (!stopped) timer = setTimeout(() => void poll(), pollMilliseconds).unref();
  }

  async function start(): Promise<void> {
    await listen();
    await poll();
  }

  async function stop(): Promise<void> {
    stopped = true;
    if (timer) clearTimeout(timer);
    await running;
    await listener?.end().catch(() => undefined);
  }

  return { refresh, start, stop };
}
