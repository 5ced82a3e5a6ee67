import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { App } from "#server/platform/http/app-instance.ts";
import type { Traffic } from "#server/platform/http/create-traffic.ts";
import type { Lifecycle } from "#server/platform/http/health-routes.ts";

/** The least time that running requests have to finish, in milliseconds. */
const shortestFinish = 1_000;
/** For jobs and the pool after the connections were cut, and for everything including the database. */
const closeLimit = 1_500;
const endLimit = 2_800;
/** Even without draining, a database that is slow to stop has this time in all. */
const shortestEnd = 4_800;
/** The time that the process needs after the database has stopped. */
const spareMs = 200;

export type Stop = {
  /** Whether a signal has arrived. */
  isUnderWay(): boolean;
  /** Resolves with the exit code once everything has ended. */
  done: Promise<number>;
};

type StopDeps = {
  app: Pick<App, "close">;
  traffic: Pick<Traffic, "finish" | "cut">;
  lifecycle: Lifecycle;
  config: { DRAIN_SECONDS: number };
  log: Pick<FastifyBaseLogger, "error">;
  /** Whether the shop has opened. Before, there is nothing to drain. */
  isOpen: () => boolean;
  /** Stops the database within the given milliseconds. */
  closeDatabase: (timeoutMs: number) => Promise<void>;
};

/**
 * The times of a stop in milliseconds after the signal: from `finish` no connection is accepted, at `cut` all
 * connections are closed, at `close` the database stops even if the app did not close, at `end` the process exits.
 * @internal
 */
export function stopTimes(drainSeconds: number) {
  const finish = drainSeconds * 1_000;
  const cut = finish + Math.max(finish, shortestFinish);
  return {
    finish,
    // Under load, a connection gets its next request long before half of the time. Without draining too: a connection
    // that is closed the moment it is idle cuts off the request that its client is just sending.
    idleFor: (cut - finish) / 2,
    cut,
    close: cut + closeLimit,
    end: Math.max(cut + endLimit, shortestEnd),
  };
}

/**
 * Stops the shop on SIGINT, SIGTERM and SIGHUP. For `DRAIN_SECONDS` it serves as before but says that it is not ready, so
 * that load balancers choose other processes. Then it accepts no more connections, and running requests have as long
 * again to finish, at least a second. SIGINT skips the draining, since it comes from a terminal. Further signals have no
 * effect.
 */
export function stopOnSignal(deps: StopDeps): Stop {
  let isUnderWay = false;
  const done = new Promise<number>((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      // On a terminal, npm forwards a Ctrl-C that this process has already received.
      if (isUnderWay) return;
      isUnderWay = true;
      const drains = signal !== "SIGINT" && deps.isOpen();
      void stopInSteps(deps, drains ? deps.config.DRAIN_SECONDS : 0).then(() => resolve(0));
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  });
  return { isUnderWay: () => isUnderWay, done };
}

async function stopInSteps(
  { app, traffic, lifecycle, log, closeDatabase }: StopDeps,
  drainSeconds: number,
): Promise<void> {
  const times = stopTimes(drainSeconds);
  const start = performance.now();
  const until = (time: number) => Math.max(0, start + time - performance.now());
  setTimeout(() => {
    log.error("the stop took too long and was cut short");
    process.exit(0);
  }, times.end);

  lifecycle.isDraining = true;
  await sleep(until(times.finish));
  await Promise.race([traffic.finish(times.idleFor), sleep(until(times.cut))]);
  traffic.cut();
  const ignored = () => undefined;
  await Promise.race([app.close().then(ignored, ignored), sleep(until(times.close))]);
  await closeDatabase(until(times.end) - spareMs).catch(ignored);
}
