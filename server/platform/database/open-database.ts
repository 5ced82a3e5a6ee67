import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { checkServer } from "./check-server.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

/**
 * Checks and returns the operator's database, or starts or joins the embedded one under DATA_DIR. `directUrl` goes
 * around the operator's connection pooler. `close` stops the embedded one, within `timeoutMs` if given.
 * @throws ConfigError if the operator's database cannot be used
 */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATA_DIR">,
  log: (line: string) => void,
): Promise<{
  connectionString: string;
  directUrl: string;
  close: (timeoutMs?: number) => Promise<void>;
}> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = config;
  if (DATABASE_URL) {
    await checkServer({ DATABASE_URL, DATABASE_DIRECT_URL });
    return {
      connectionString: DATABASE_URL,
      directUrl: DATABASE_DIRECT_URL ?? DATABASE_URL,
      close: async () => undefined,
    };
  }
  const server = await startEmbeddedPostgres({ dataDir: path.resolve(config.DATA_DIR), log });
  return {
    connectionString: server.connectionString,
    directUrl: server.connectionString,
    close: (timeoutMs) => server.stop(timeoutMs),
  };
}
