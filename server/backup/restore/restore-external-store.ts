import { sql } from "drizzle-orm";
import { connectDatabase, type Database } from "#server/platform/database/database.ts";
import { BackupError } from "../backup-error.ts";
import { readServerFacts } from "../server-facts-store.ts";
import { nameFor } from "../manifest.ts";

/**
 * Fills a new database, and gives it the name of the address in the last step. With `replace`, one with tables is renamed
 * then. If the database of the address is empty, that one is filled, for which no right to create databases is needed.
 * @param options.major of the backup: an older server is refused
 * @param fill gets the address of an empty database
 * @returns what `fill` returned, and the new name of what was there, or null
 * @throws BackupError if there are tables and `replace` is not set, or the server refuses
 */
export async function replaceDatabase<T>(
  connectionString: string,
  { replace, major }: { replace: boolean; major: number },
  fill: (connectionString: string) => Promise<T>,
): Promise<{ result: T; aside: string | null }> {
  await refuseOlderServer(connectionString, major);
  const name = decodeURIComponent(new URL(connectionString).pathname.slice(1));
  const tables = await countTables(connectionString);
  if (tables === 0) return { result: await fill(connectionString), aside: null };
  if (tables !== null && !replace)
    throw new BackupError(
      `The database ${name} has ${tables} tables. With --replace, it is renamed, not deleted. Nothing was changed.`,
    );
  const { db, pool } = connectDatabase(addressOf(connectionString, "postgres"), 1);
  const stamp = nameFor(new Date()).replace(/\W/g, "").toLowerCase();
  const aside = tables === null ? null : `${name}_before_restore_${stamp}`;
  const draft = `${name}_restoring_${stamp}`;
  try {
    if (aside) await refuseUnrenamable(db, name, aside);
    // A server's own encoding may be another (initdb without a locale).
    await db.execute(
      sql`create database ${sql.identifier(draft)} encoding 'UTF8' template template0`,
    );
    try {
      const result = await fill(addressOf(connectionString, draft));
      await db.transaction(async (tx) => {
        if (aside) await tx.execute(rename(name, aside));
        await tx.execute(rename(draft, name));
      });
      return { result, aside };
    } catch (error) {
      const dropped = db.execute(sql`drop database ${sql.identifier(draft)} with (force)`);
      // The first error says more.
      await dropped.catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw explain(error, name);
  } finally {
    await pool.end();
  }
}

/** Rather now than after the new database was filled, which can take hours. */
async function refuseUnrenamable(db: Database, name: string, aside: string): Promise<void> {
  const isPossible = new Error("The old database can be renamed.");
  try {
    await db.transaction(async (tx) => {
      await tx.execute(rename(name, aside));
      throw isPossible;
    });
  } catch (error) {
    if (error !== isPossible) throw error;
  }
}

function rename(from: string, to: string) {
  return sql`alter database ${sql.identifier(from)} rename to ${sql.identifier(to)}`;
}

function addressOf(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

async function refuseOlderServer(connectionString: string, major: number): Promise<void> {
  const { db, pool } = connectDatabase(addressOf(connectionString, "postgres"), 1);
  try {
    const facts = await readServerFacts(db);
    if (facts.major < major)
      throw new BackupError(
        `The backup is of PostgreSQL ${major}, and the server is older (${facts.major}). Restore it into a server of version ${major} or newer. Nothing was changed.`,
      );
  } finally {
    await pool.end();
  }
}

/**
 * Null if there is no such database.
 * @throws BackupError if it is empty and has another encoding than the shop needs
 */
async function countTables(connectionString: string): Promise<number | null> {
  const { db, pool } = connectDatabase(connectionString, 1);
  try {
    const { rows } = await db.execute<{ n: number; encoding: string }>(
      sql`select count(*)::int as n, current_setting('server_encoding') as encoding
        from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const { n, encoding } = rows[0]!;
    if (n === 0 && encoding !== "UTF8")
      throw new BackupError(
        `The database of DATABASE_URL has the encoding ${encoding}, and the shop needs UTF8. Drop it, and the restore creates it. Nothing was changed.`,
      );
    return n;
  } catch (error) {
    // 3D000 invalid_catalog_name: it does not exist.
    if (codeOf(error) === "3D000") return null;
    throw error;
  } finally {
    await pool.end();
  }
}

function explain(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (code === "55006")
    return new BackupError(
      `The database ${name} has connections. Stop all processes of the shop, then restore again. Nothing was changed.`,
    );
  if (code === "42501")
    return new BackupError(
      `The user of DATABASE_URL may not rename or create databases. Give it CREATEDB and the ownership of ${name}, or create an empty database and restore into that.`,
    );
  return error;
}

function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return "";
}
