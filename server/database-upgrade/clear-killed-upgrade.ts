import { readdirSync } from "node:fs";
import path from "node:path";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { stopLeftServer } from "#server/platform/embedded-postgres/stop-left-server.ts";
import { removeLeftBehind } from "#server/backup/public.ts";

/** What an upgrade makes in DATA_DIR is named so and by its process. */
export const upgradePrefixes = { draft: "upgrading-", database: "upgraded-" };

/**
 * Nothing that is written while the database is copied would be in the copy, so an old version of the shop that is started
 * meanwhile writes nothing.
 */
export const readOnly = { default_transaction_read_only: "on" };

/** Stops the servers of an upgrade that was killed, and removes what it left in DATA_DIR. */
export async function clearKilledUpgrade(dataDir: string): Promise<void> {
  const drafts = readdirSync(dataDir).filter((name) => {
    const pid = name.startsWith(upgradePrefixes.draft) && name.slice(upgradePrefixes.draft.length);
    return pid && !isRunning(Number(pid));
  });
  for (const name of drafts) await stopLeftServer(path.join(dataDir, name, "postgres"), null);
  const [setting] = Object.entries(readOnly).map(([name, value]) => `${name}=${value}`);
  await stopLeftServer(path.join(dataDir, "postgres"), setting!);
  await removeLeftBehind(dataDir, Object.values(upgradePrefixes));
}
