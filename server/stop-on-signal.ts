import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "#server/platform/http/app-instance.ts";

// Milliseconds after the signal. A stop takes at most five seconds, whatever clients and jobs do.
const connectionsAreCut = 1_000;
const databaseIsStopped = 2_500;
const processEnds = 4_800;
/** What the process needs after the database's end. */
const spareMs = 200;

export type Stop = {
  /** Whether a signal has come. */
  isUnderWay(): boolean;
  /** Resolves with the exit code once everything has ended. */
  done: Promise<number>;
};

/**
 * Stops the shop on SIGINT and SIGTERM. Requests get a second to finish; then every connection is cut, whether it has sent
 * nothing, half a request or half an upload. The database is stopped even if the app does not end in time.
 * @param closeDatabase ends the database within the given milliseconds
 */
export function stopOnSignal(
  app: Pick<App, "close" | "server">,
  closeDatabase: (patienceMs: number) => Promise<void>,
): Stop {
  let isUnderWay = false;
  const done = new Promise<number>((resolve) => {
    const stop = () => {
      // Not once: at a terminal npm passes on a Ctrl-C that we have had already, and it must not end us midway.
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
