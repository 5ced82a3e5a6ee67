import type { Cluster } from "./cluster.ts";
import { withClusterLock } from "./cluster-lock.ts";
import { isServerRunning, type Postmaster } from "./postmaster-file.ts";
import { ensureServer } from "./run-server.ts";

const INTERVAL_MS = 500;

/**
 * Starts the server again, on the same port, when it dies under its users. Connections break and
 * are made anew; what was acknowledged is still there.
 * @returns ends the watch, and resolves when no restart is under way
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
      cluster.log("the database has ended unexpectedly: starting it again");
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
      cluster.log("the database is back");
    });

  look();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await restart;
    clearTimeout(timer);
  };
}
