import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { connectDatabase } from "#server/platform/database/database.ts";
import type { Database } from "#server/platform/database/database.ts";
import { BackupError } from "../backup-error.ts";

/**
 * Runs `work` as a user who may do nothing but use this database, so that a dump cannot run commands on the server. If
 * the given user is a superuser, a temporary user is made, and the given user gets everything that it creates.
 * @param connectionString of an empty database
 * @throws BackupError if the given user may use the server's files or programs, or the server does not let the other user in
 */
export async function withOrdinaryUser<T>(
  connectionString: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const { db, pool } = connectDatabase(connectionString, 1);
  try {
    if (!(await isSuperuser(db))) {
      await refuseServerRights(db);
      return await work(connectionString);
    }
    const user = await makeUser(db);
    try {
      const ordinary = new URL(connectionString);
      ordinary.username = user.name;
      ordinary.password = user.password;
      await refuseRejected(ordinary.href);
      const result = await work(ordinary.href);
      await db.execute(sql`reassign owned by ${sql.identifier(user.name)} to current_user`);
      return result;
    } finally {
      await removeUser(db, user.name);
    }
  } finally {
    await pool.end();
  }
}

async function isSuperuser(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ is_super: boolean }>(
    sql`select rolsuper as is_super from pg_roles where rolname = current_user`,
  );
  return rows[0]!.is_super;
}

/** As a member of these roles, or of a superuser, a dump could do with the server's files or programs what a superuser's could. */
async function refuseServerRights(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select rolname as name from pg_roles
        where (rolsuper or rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
          and pg_has_role(current_user, oid, 'member') order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(" and ");
  throw new BackupError(
    `The user of DATABASE_URL is a member of ${names}, and a dump is restored without such rights. Set DATABASE_URL to an ordinary user: docs/operations/install.md, "With your own PostgreSQL".`,
  );
}

async function makeUser(db: Database): Promise<{ name: string; password: string }> {
  const name = `marque_restore_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(24).toString("base64url");
  const user = sql.identifier(name);
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`create role ${user} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${sql.raw(`'${password}'`)}`,
    );
    await tx.execute(
      sql`grant connect, create, temporary on database ${sql.identifier(rows[0]!.name)} to ${user}`,
    );
    await tx.execute(sql`grant usage, create on schema public to ${user}`);
  });
  return { name, password };
}

/** What is left of a restore that failed goes with its user. */
async function removeUser(db: Database, name: string): Promise<void> {
  const user = sql.identifier(name);
  await db.execute(sql`drop owned by ${user} cascade`);
  await db.execute(sql`drop role ${user}`);
}

async function refuseRejected(connectionString: string): Promise<void> {
  const { db, pool } = connectDatabase(connectionString, 1);
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new BackupError(
      `The user of DATABASE_URL is a superuser, and a dump is restored without such rights, but the server does not let in the user that was made for it (${reason instanceof Error ? reason.message : String(reason)}). Set DATABASE_URL to an ordinary user: docs/operations/install.md, "With your own PostgreSQL".`,
    );
  } finally {
    await pool.end();
  }
}
