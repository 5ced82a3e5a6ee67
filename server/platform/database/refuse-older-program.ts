import type pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";

/** A migration as the program's journal has it: its name, and the time by which it is ordered. */
export type Migration = { tag: string; when: number };

/** What the newest program that migrated a database has noted in it. */
type Note = { newest: string; oldest: string; oldestWhen: number };

/**
 * The first migration of the next release. The release before it can still run on the new schema, so that versions can be
 * released one process after the other; older ones cannot. Raised after each release (docs/decisions/0070).
 * @internal
 */
export const firstNewMigration = "0020";

/**
 * Refuses a database that is too new for this program: one that was migrated by a program which supports only newer
 * ones. Says so if the database is newer, but can be used. Nothing is written.
 * @param own this program's migrations
 * @throws ConfigError that names both
 */
export async function refuseOlderProgram(
  client: pg.Client,
  own: Migration[],
  log?: { warn: (text: string) => void },
): Promise<void> {
  const newest = own.at(-1)!;
  if ((await newestApplied(client)) <= newest.when) return;
  const note = await readNote(client);
  const made = `the database was migrated by a newer version${note ? ` (up to ${note.newest})` : ""}, and this one has migrations up to ${newest.tag}`;
  if (note && newest.when >= note.oldestWhen) {
    log?.warn(
      `${made}; that is supported while a version is released, so start the newer one soon`,
    );
    return;
  }
  throw new ConfigError(
    `This version is older than its database: ${made}. Start the newer version${note ? `, or one that has ${note.oldest}` : ""}, or restore a backup from before the upgrade.`,
  );
}

/** Notes in a database that has just been migrated which programs may use it. */
export async function noteOldestProgram(client: pg.Client, own: Migration[]): Promise<void> {
  const newest = own.at(-1)!;
  if ((await newestApplied(client)) > newest.when) return;
  const oldest = own.findLast(({ tag }) => tag < firstNewMigration) ?? own[0]!;
  const note: Note = { newest: newest.tag, oldest: oldest.tag, oldestWhen: oldest.when };
  const before = await readNote(client);
  if (before?.newest === note.newest && before.oldest === note.oldest) return;
  const text = client.escapeLiteral(JSON.stringify(note));
  await client.query(`comment on table drizzle.__drizzle_migrations is ${text}`);
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  return rows[0]!.exists;
}

async function newestApplied(client: pg.Client): Promise<number> {
  if (!(await hasMigrations(client))) return 0;
  const { rows } = await client.query<{ newest: number }>(
    "select coalesce(max(created_at), 0)::float8 as newest from drizzle.__drizzle_migrations",
  );
  return rows[0]!.newest;
}

async function readNote(client: pg.Client): Promise<Note | null> {
  const { rows } = await client.query<{ note: string | null }>(
    "select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as note",
  );
  try {
    return JSON.parse(rows[0]?.note ?? "null") as Note | null;
  } catch {
    // An operator's own comment.
    return null;
  }
}
