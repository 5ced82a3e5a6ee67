import { existsSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

// Any unused number. It makes processes that start together migrate one after the other.
const migrationLock = 7_201_337;

/** Applies all pending migrations. Several processes can run it at once. */
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

// Migrations are not bundled. The program runs in the repository's root.
function migrationsFolder(): string {
  const folder = path.resolve("db/migrations");
  if (!existsSync(folder))
    throw new Error("db/migrations is missing. Start the program in the repository's root.");
  return folder;
}
