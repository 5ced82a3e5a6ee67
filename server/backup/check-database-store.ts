import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/database.ts";
import { countLastingRows } from "./backup-store.ts";

const ownSchemas = sql`('public', 'drizzle', 'payment_simulator', 'pgboss')`;

export type DatabaseCheck = {
  tables: number;
  rows: number;
  /** In sentences; empty if the database is sound. */
  problems: string[];
};

/**
 * Checks a database that was restored: reads every table whole, so that every page is read and its checksum compared;
 * compares tables and indexes with amcheck, if the server has it; looks for rows that break a foreign key; and compares
 * the number of rows with what there was when the backup began.
 */
export async function checkDatabase(
  db: Database,
  expected: Record<string, number>,
): Promise<DatabaseCheck> {
  const counted = await readAllTables(db);
  const problems = [
    ...(await findDamagedIndexes(db)),
    ...(await findBrokenReferences(db)),
    ...(await findMissingRows(db, expected)),
  ];
  return { ...counted, problems };
}

async function readAllTables(db: Database): Promise<{ tables: number; rows: number }> {
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(
    sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ${ownSchemas} order by 1, 2`,
  );
  let total = 0;
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    // Every column is turned into text, so that values stored out of line are read too.
    const { rows } = await db.execute<{ n: string }>(
      sql`select count(*) filter (where length(t::text) >= 0)::text as n from ${table} as t`,
    );
    total += Number(rows[0]!.n);
  }
  return { tables: tables.length, rows: total };
}

async function findDamagedIndexes(db: Database): Promise<string[]> {
  const available = await db.execute(
    sql`select 1 from pg_available_extensions where name = 'amcheck' and pg_has_role(current_user, 'pg_read_all_data', 'usage')`,
  );
  if (available.rows.length === 0) return [];
  const { rows: indexes } = await db.execute<{ id: string; name: string }>(
    sql`select c.oid::text as id, c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace join pg_am am on am.oid = c.relam
        where c.relkind = 'i' and am.amname = 'btree' and n.nspname in ${ownSchemas}`,
  );
  return db
    .transaction(async (tx) => {
      await tx.execute(sql`create extension if not exists amcheck`);
      const problems: string[] = [];
      for (const { id, name } of indexes)
        try {
          await tx.transaction((inner) =>
            inner.execute(sql`select bt_index_check(${id}::oid::regclass, true)`),
          );
        } catch (error) {
          problems.push(`The index ${name} is damaged: ${reasonOf(error)}`);
        }
      // The extension is needed for this check only.
      throw new Finished(problems);
    })
    .catch((error: unknown) => {
      if (error instanceof Finished) return error.problems;
      throw error;
    });
}

class Finished extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super();
    this.problems = problems;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Rows whose foreign key points nowhere, found by a query for each foreign key. */
export async function findBrokenReferences(db: Database): Promise<string[]> {
  const { rows: keys } = await db.execute<{ name: string; child: string; query: string }>(
    sql`select con.conname as name, con.conrelid::regclass::text as child,
          format('select count(*)::text as n from %s as c where %s and not exists (select 1 from %s as p where %s)',
            con.conrelid::regclass,
            string_agg(format('c.%I is not null', child.attname), ' and '),
            con.confrelid::regclass,
            string_agg(format('c.%I = p.%I', child.attname, parent.attname), ' and ')) as query
        from pg_constraint con
        join pg_namespace n on n.oid = con.connamespace
        cross join lateral unnest(con.conkey, con.confkey) as k(child, parent)
        join pg_attribute child on child.attrelid = con.conrelid and child.attnum = k.child
        join pg_attribute parent on parent.attrelid = con.confrelid and parent.attnum = k.parent
        where con.contype = 'f' and n.nspname in ('public', 'payment_simulator')
        group by con.oid, con.conname, con.conrelid, con.confrelid`,
  );
  const problems: string[] = [];
  for (const { name, child, query } of keys) {
    const { rows } = await db.execute<{ n: string }>(sql.raw(query));
    const n = Number(rows[0]!.n);
    if (n > 0) problems.push(`${n} rows of ${child} break the foreign key ${name}.`);
  }
  return problems;
}

async function findMissingRows(db: Database, expected: Record<string, number>): Promise<string[]> {
  const counts = await countLastingRows(db);
  return Object.entries(expected)
    .filter(([table, least]) => (counts[table] ?? 0) < least)
    .map(
      ([table, least]) =>
        `The table ${table} has ${counts[table] ?? 0} rows, and had ${least} when the backup began.`,
    );
}
