import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { isServerRunning, readPostmaster } from "./postmaster-file.ts";
import { serverEnvironment } from "./server-environment.ts";

const PATIENCE_MS = 4500;
const IMMEDIATE_MS = 500;

/**
 * Ends the cluster's server: open transactions are rolled back and a checkpoint is written. One
 * that needs longer is cut off, which costs only a recovery at the next start.
 * @param patienceMs within which it has ended
 */
export async function stopServer(
  { dataDir, binaries }: Cluster,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const server = readPostmaster(dataDir);
  if (!server || !isServerRunning(server)) return;
  if (process.platform === "win32") {
    execFileSync(binaries.pgCtl, ["stop", "-D", dataDir, "-m", "fast"], {
      env: serverEnvironment(),
      stdio: "ignore",
    });
    return;
  }
  for (const [signal, patience] of [
    ["SIGINT", patienceMs - 2 * IMMEDIATE_MS],
    ["SIGQUIT", IMMEDIATE_MS],
    ["SIGKILL", IMMEDIATE_MS],
  ] as const) {
    process.kill(server.pid, signal);
    const deadline = Date.now() + patience;
    while (isServerRunning(server)) {
      if (Date.now() > deadline) break;
      await sleep(10);
    }
    if (!isServerRunning(server)) return;
  }
}
