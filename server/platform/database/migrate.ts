import { existsSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

// Any number that nothing else locks: processes that start together migrate one after the other.
const migrationLock = 7_201_337;

/** Brings the database to the newest schema. Safe to run from several processes at once. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end();
  }
}

// The migrations lie beside the source and are not bundled; the program is started from the repository's top.
function migrationsFolder(): string {
  const folder = path.resolve("db/migrations");
  if (!existsSync(folder))
    throw new Error("db/migrations is missing: start from the repository's top folder.");
  return folder;
}
