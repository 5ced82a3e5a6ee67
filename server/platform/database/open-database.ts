import { existsSync } from "node:fs";
import path from "node:path";
import { ConfigError, type Config } from "#server/platform/config/config.ts";
import { checkServer } from "./check-server.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

/**
 * For commands that only read, or change what is there: fails if there is no embedded database, rather than creating it.
 * @throws ConfigError that names the folder
 */
export function requireDatabase(config: Pick<Config, "DATABASE_URL" | "DATA_DIR">): void {
  const folder = path.resolve(config.DATA_DIR, "postgres");
  if (!config.DATABASE_URL && !existsSync(path.join(folder, "cluster")))
    throw new ConfigError(
      `There is no database in ${folder} yet: npm start creates it. Otherwise check DATA_DIR, or set DATABASE_URL.`,
    );
}

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
