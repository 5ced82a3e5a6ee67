import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { createListener } from "#server/platform/database/create-listener.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";

/** The longest time that a change stays unread, besides the time to read it: notifications are only faster. */
const pollMilliseconds = 300;

/** Waits before another attempt to listen: none at first, because a cut connection can be opened again at once. */
const shortestRetry = 100;
const longestRetry = 5_000;

/**
 * Calls `read` on every notification from the database, and several times a second in case one is lost or the
 * connection that brings them is. Reads never overlap. A caller that asks during a read gets the next one, because the
 * running one may miss the latest change.
 */
export function followFeed(
  { directUrl, log }: Pick<OpenDatabase, "directUrl"> & { log: FastifyBaseLogger },
  read: () => Promise<void>,
) {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let poller: NodeJS.Timeout | null = null;
  let stopped = false;
  const listener = keepListening({ directUrl, log }, () => void refresh());

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

  async function poll(): Promise<void> {
    await refresh();
    if (!stopped) poller = setTimeout(() => void poll(), pollMilliseconds).unref();
  }

  async function start(): Promise<void> {
    if (stopped) return;
    listener.start();
    await poll();
  }

  async function stop(): Promise<void> {
    stopped = true;
    if (poller) clearTimeout(poller);
    await running;
    listener.stop();
  }

  return { refresh, start, stop };
}

/** Listens to the catalog's notifications, and connects again when the connection is lost. */
function keepListening(
  { directUrl, log }: Pick<OpenDatabase, "directUrl"> & { log: FastifyBaseLogger },
  notify: () => void,
) {
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let wait = 0;
  let stopped = false;

  function lost(client: pg.Client, error?: unknown): void {
    if (client !== current || stopped) return;
    current = null;
    log.warn({ err: error }, "the catalogue's notifications are interrupted; it polls");
    client.end().catch(() => undefined);
    retry = setTimeout(connect, wait).unref();
    wait = Math.min(Math.max(wait * 2, shortestRetry), longestRetry);
  }

  function connect(): void {
    const { client, listen } = createListener(directUrl, "catalogue_changed");
    current = client;
    client
      .on("error", (error) => lost(client, error))
      .on("end", () => lost(client))
      .on("notification", notify);
    listen().then(
      () => {
        wait = 0;
        // Whatever was committed in between was not announced.
        notify();
      },
      (error: unknown) => lost(client, error),
    );
  }

  return {
    start: connect,
    /** Does not wait for the connection's end: a server that has stopped responding would never confirm it. */
    stop(): void {
      stopped = true;
      if (retry) clearTimeout(retry);
      current?.end().catch(() => undefined);
    },
  };
}
