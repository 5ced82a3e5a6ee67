import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openImageStore, type ImageStore } from "#server/images/public.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

export type DatabaseInFolder = OpenDatabase & {
  config: Config;
  images: ImageStore;
  connectionString: string;
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};

/** A folder for a test, which its end removes. */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "marque-backup-"));
  // The server's user, where root starts it, must be able to pass.
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** Starts the embedded database of a data directory, migrated. */
export async function openDatabaseIn(
  dataDir: string,
  { binDirectory }: { binDirectory?: string } = {},
): Promise<DatabaseInFolder> {
  const server: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    ...(binDirectory ? { binDirectory } : {}),
  });
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: "0" });
  await migrate(server.connectionString);
  const database = connectDatabase(server.connectionString, 4);
  return {
    ...database,
    config,
    images: await openImageStore(config),
    connectionString: server.connectionString,
    env: {},
    stop: async () => {
      if (!database.pool.ended) await database.pool.end();
      await server.stop();
    },
  };
}

/** Adds accounts with this name. */
export async function addAccounts(
  { db }: Pick<OpenDatabase, "db">,
  name: string,
  count: number,
): Promise<void> {
  await db.execute(
    sql`insert into account (id, name, email, role) select gen_random_uuid(), ${name}, ${randomUUID()} || n || '@backup.example', 'Buyer' from generate_series(1, ${count}::int) as n`,
  );
}

/** How many accounts of each name there are. */
export async function countAccounts({
  db,
}: Pick<OpenDatabase, "db">): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string; n: string }>(
    sql`select name, count(*)::text as n from account group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}
