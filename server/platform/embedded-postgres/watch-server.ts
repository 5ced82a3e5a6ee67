import type { Cluster } from "./cluster.ts";
import { withClusterLock } from "./cluster-lock.ts";
import { isServerRunning, type Postmaster } from "./postmaster-file.ts";
import { ensureServer } from "./run-server.ts";

const INTERVAL_MS = 500;

/**
 * Restarts the server on the same port if it dies. Connections break and are opened again;
 * acknowledged changes are not lost.
 * @returns ends the watch, and resolves when no restart is in progress
 */
export function watchServer(
  cluster: Cluster,
  server: Postmaster,
  onRestart: (server: Postmaster) => void,
): () => Promise<void> {
  let current = server;
  let ended = false;
  let restart: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const look = (): void => {
    timer = setTimeout(() => {
      if (isServerRunning(current)) return look();
      cluster.log("the database ended unexpectedly: restarting it");
      restart = revive().then(look, (error: unknown) => {
        cluster.log(String((error as Error).message));
        look();
      });
    }, INTERVAL_MS);
    timer.unref();
  };

  const revive = (): Promise<void> =>
    withClusterLock(cluster.folder, async () => {
      if (ended) return;
      current = await ensureServer(cluster, current.port);
      onRestart(current);
      cluster.log("the database is running again");
    });

  look();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await restart;
    clearTimeout(timer);
  };
}
