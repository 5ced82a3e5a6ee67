import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Runs `work` with the shop's database, which may be in use by the shop. The embedded one is started for it if it does not
 * run.
 * @throws BackupError if there is no embedded database, rather than creating it
 */
export async function withDatabase<T>(
  config: Config,
  say: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const cluster = path.resolve(config.DATA_DIR, "postgres", "cluster");
  if (!config.DATABASE_URL && !existsSync(cluster))
    throw new BackupError(
      `There is no database in ${path.dirname(cluster)}. Check DATA_DIR, or set DATABASE_URL.`,
    );
  const server = await openDatabase(config, say);
  const database = connectDatabase(server.directUrl, 2);
  try {
    return await work(database);
  } finally {
    await database.pool.end();
    await server.close();
  }
}
