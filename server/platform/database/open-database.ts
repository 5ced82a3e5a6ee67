import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

/**
 * Where the data is: the operator's own server, or the embedded one under DATA_DIR, started or joined. `close` ends the
 * embedded one within `patienceMs`, where it is given.
 */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL" | "DATA_DIR">,
  log: (line: string) => void,
): Promise<{ connectionString: string; close: (patienceMs?: number) => Promise<void> }> {
  if (config.DATABASE_URL)
    return { connectionString: config.DATABASE_URL, close: async () => undefined };
  const server = await startEmbeddedPostgres({ dataDir: path.resolve(config.DATA_DIR), log });
  return {
    connectionString: server.connectionString,
    close: (patienceMs) => server.stop(patienceMs),
  };
}
