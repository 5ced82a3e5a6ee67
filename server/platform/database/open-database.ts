import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

/**
 * Returns the operator's database, or starts or joins the embedded one under DATA_DIR. `directUrl` goes around the
 * operator's connection pooler. `close` stops the embedded one, within `timeoutMs` if given.
 */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATA_DIR">,
  log: (line: string) => void,
): Promise<{
  connectionString: string;
  directUrl: string;
  close: (timeoutMs?: number) => Promise<void>;
}> {
  if (config.DATABASE_URL)
    return {
      connectionString: config.DATABASE_URL,
      directUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
      close: async () => undefined,
    };
  const server = await startEmbeddedPostgres({ dataDir: path.resolve(config.DATA_DIR), log });
  return {
    connectionString: server.connectionString,
    directUrl: server.connectionString,
    close: (timeoutMs) => server.stop(timeoutMs),
  };
}
