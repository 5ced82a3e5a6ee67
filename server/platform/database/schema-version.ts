import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Executor } from "./database.ts";

/** A schema: how many migrations made it, and the time of the newest, by which migrations are ordered. */
export type SchemaVersion = { migrations: number; newest: number };

/** The name of a migration and the time by which it is ordered. */
type Migration = { tag: string; when: number };

let journal: Migration[] | null = null;

/** The migrations that this program has. */
function knownMigrations(): Migration[] {
  const file = path.resolve("db/migrations/meta/_journal.json");
  journal ??= (JSON.parse(readFileSync(file, "utf8")) as { entries: Migration[] }).entries;
  return journal;
}

/** The schema that this program needs. */
export function neededSchema(): SchemaVersion {
  const migrations = knownMigrations();
  return { migrations: migrations.length, newest: migrations.at(-1)!.when };
}

/** The name of the migration that a schema ends with, or null if a newer program has made it. */
export function migrationName({ newest }: SchemaVersion): string | null {
  return knownMigrations().find(({ when }) => when === newest)?.tag ?? null;
}

/** The schema of the database. */
export async function readSchemaVersion(executor: Executor): Promise<SchemaVersion> {
  const { rows } = await executor.execute<SchemaVersion>(sql`
    select count(*)::int as migrations, coalesce(max(created_at), 0)::float8 as newest
    from drizzle.__drizzle_migrations`);
  return rows[0]!;
}
