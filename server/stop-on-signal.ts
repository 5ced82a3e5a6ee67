import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "#server/platform/http/app-instance.ts";

// Milliseconds after the signal. A stop takes at most five seconds, even if clients or jobs hang.
const connectionsAreCut = 1_000;
const databaseIsStopped = 2_500;
const processEnds = 4_800;
/** The time that the process needs after the database has stopped. */
const spareMs = 200;

export type Stop = {
  /** Whether a signal has arrived. */
  isUnderWay(): boolean;
  /** Resolves with the exit code once everything has ended. */
  done: Promise<number>;
};

/**
 * Stops the shop on SIGINT and SIGTERM. Requests have a second to finish; then all connections are closed, even during a
 * request or an upload. The database is stopped even if the app does not close in time.
 * @param closeDatabase stops the database within the given milliseconds
 */
export function stopOnSignal(
  app: Pick<App, "close" | "server">,
  closeDatabase: (timeoutMs: number) => Promise<void>,
): Stop {
  let isUnderWay = false;
  const done = new Promise<number>((resolve) => {
    const stop = () => {
      // Ignore repeated signals: on a terminal, npm forwards a Ctrl-C that this process has already received.
      if (isUnderWay) return;
      isUnderWay = true;
      const end = Date.now() + processEnds;
      setTimeout(() => process.exit(0), processEnds);
      setTimeout(() => app.server.closeAllConnections(), connectionsAreCut);
      const ignored = () => undefined;
      void Promise.race([app.close().then(ignored, ignored), sleep(databaseIsStopped)])
        .then(() => closeDatabase(end - Date.now() - spareMs))
        .finally(() => resolve(0));
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
  return { isUnderWay: () => isUnderWay, done };
}
