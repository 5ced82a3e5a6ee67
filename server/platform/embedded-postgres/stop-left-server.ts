import { join } from "node:path";
import { withClusterLock } from "./cluster-lock.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findPackagedBinaries } from "./postgres-binaries.ts";
import { isServerRunning, readPostmaster } from "./postmaster-file.ts";
import { commandOfProcess } from "./process-identity.ts";
import { countUsers } from "./server-users.ts";
import { stopServer } from "./stop-server.ts";

const timeoutMs = 60_000;

/**
 * Stops the server of a database if the process that started it was killed, and no other uses it.
 * @param folder with the layout of `<DATA_DIR>/postgres`
 * @param setting that only such a server was started with; null: the folder says enough
 * @throws EmbeddedPostgresError that names the server if it cannot be stopped
 */
export async function stopLeftServer(folder: string, setting: string | null): Promise<void> {
  const dataDir = join(folder, "cluster");
  const server = readPostmaster(dataDir);
  if (!server || !isServerRunning(server)) return;
  // Its pid may be that of another server by now.
  const command = commandOfProcess(server.pid);
  if (!command.includes(dataDir) || (setting !== null && !command.includes(setting))) return;
  await withClusterLock(folder, async () => {
    if (countUsers(folder) > 0) return;
    const binaries = findPackagedBinaries();
    const refusal = await stopServer({ dataDir, binaries }, timeoutMs).catch(String);
    if (isServerRunning(server))
      throw new EmbeddedPostgresError(
        `process ${server.pid}, the database server that an interrupted command left in ${folder}, cannot be stopped${refusal ? ` (${refusal})` : ""}: stop it, and run this again`,
      );
  });
}
