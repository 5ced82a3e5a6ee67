import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { isServerRunning, readPostmaster } from "./postmaster-file.ts";
import { serverEnvironment } from "./server-environment.ts";

const TIMEOUT_MS = 4500;
const IMMEDIATE_MS = 500;

/**
 * Stops the cluster's server: it rolls back open transactions and writes a checkpoint. If it needs
 * longer, it is killed, and recovers at the next start.
 * @param timeoutMs the time in which it must have ended
 */
export async function stopServer(
  { dataDir, binaries }: Pick<Cluster, "dataDir" | "binaries">,
  timeoutMs = TIMEOUT_MS,
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
  for (const [signal, timeout] of [
    ["SIGINT", timeoutMs - 2 * IMMEDIATE_MS],
    ["SIGQUIT", IMMEDIATE_MS],
    ["SIGKILL", IMMEDIATE_MS],
  ] as const) {
    process.kill(server.pid, signal);
    const deadline = Date.now() + timeout;
    while (isServerRunning(server)) {
      if (Date.now() > deadline) break;
      await sleep(10);
    }
    if (!isServerRunning(server)) return;
  }
}
