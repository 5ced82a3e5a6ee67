import pg from "pg";
import { copyRows } from "#server/platform/database/copy-table.ts";
import { BackupError } from "#server/backup/public.ts";

// pg-boss creates its own schema at the next start: every job is repeated from what other tables say.
const copied = ["public", "drizzle", "payment_simulator"];
const recreated = ["pgboss"];

type Table = { schema: string; name: string; columns: string[] };

/** Connects with one session, whose transactions see one snapshot. */
export async function connectForCopy(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  // Values are written and read in the same notation.
  await client.query("set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'");
  return client;
}

/**
 * What the old database has: how far it is migrated, and whether it has the schema of the card provider's simulator.
 * @throws BackupError if it has schemas of others, which would be lost
 */
export async function describeDatabase(
  client: pg.Client,
): Promise<{ lastMigration: number; hasSimulator: boolean }> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
  );
  const schemas = rows.map(({ name }) => name);
  const foreign = schemas.filter((name) => ![...copied, ...recreated].includes(name));
  if (foreign.length > 0)
    throw new BackupError(
      `The database has schemas that the program did not create: ${foreign.join(", ")}. Move them away first (pg_dump), because they would not be copied. Nothing was changed.`,
    );
  const { rows: migrations } = await client.query<{ last: string | null }>(
    "select max(created_at)::text as last from drizzle.__drizzle_migrations",
  );
  return {
    lastMigration: Number(migrations[0]?.last ?? 0),
    hasSimulator: schemas.includes("payment_simulator"),
  };
}

export type CopySummary = { tables: number; rows: number };

/**
 * Copies every row and the positions of all sequences into a database with the same tables, and compares both.
 * @throws BackupError if the tables differ, or a copy is not the same as its original
 */
export async function copyDatabase(
  from: pg.Client,
  to: pg.Client,
  say: (line: string) => void,
): Promise<CopySummary> {
  const tables = await listTables(from);
  refuseDifferences(tables, await listTables(to));
  await from.query("begin isolation level repeatable read read only");
  await to.query("begin");
  // Triggers and foreign keys would act a second time on what they acted on when it was written.
  await to.query("set local session_replication_role = replica");
  const names = tables.map(nameOf);
  if (names.length > 0) await to.query(`truncate ${names.join(", ")}`);
  let rows = 0;
  for (const table of tables) {
    const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
    const target = `${nameOf(table)} (${columns})`;
    await copyRows(
      { client: from, copyOut: `copy ${target} to stdout` },
      { client: to, copyIn: `copy ${target} from stdin` },
    );
    rows += await compare(from, to, table);
    say(`copied ${table.schema}.${table.name}`);
  }
  await copySequences(from, to);
  await to.query("commit");
  await from.query("commit");
  await to.query("analyze");
  return { tables: tables.length, rows };
}

// Not the record of the online migrations: they are applied to the new database at its next start.
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and n.nspname = any($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (n.nspname, c.relname) <> ('drizzle', 'online_migration')
     group by 1, 2 order by 1, 2`,
    [copied],
  );
  return rows;
}

function refuseDifferences(old: readonly Table[], created: readonly Table[]): void {
  const knownNames = new Set(
    created.flatMap((table) => table.columns.map((one) => columnOf(table, one))),
  );
  const unknown = old
    .flatMap((table) => table.columns.map((one) => columnOf(table, one)))
    .filter((column) => !knownNames.has(column));
  if (unknown.length > 0)
    throw new BackupError(
      `The database has columns that the migrations do not create: ${unknown.slice(0, 5).join(", ")}. They would be lost, so nothing was changed. Remove them, or use pg_upgrade.`,
    );
}

function columnOf({ schema, name }: Table, column: string): string {
  return `${schema}.${name}.${column}`;
}

function nameOf({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Compares the number of rows and a sum of their hashes, which does not depend on their order. */
async function compare(from: pg.Client, to: pg.Client, table: Table): Promise<number> {
  const columns = table.columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(", ");
  const query = `select count(*)::text as n, coalesce(sum(('x' || substr(md5(row(${columns})::text), 1, 15))::bit(60)::bigint), 0)::text as sum from ${nameOf(table)} as t`;
  const [original] = (await from.query<{ n: string; sum: string }>(query)).rows;
  const [copy] = (await to.query<{ n: string; sum: string }>(query)).rows;
  if (original!.n !== copy!.n || original!.sum !== copy!.sum)
    throw new BackupError(
      `The copy of ${table.schema}.${table.name} differs from the original (${copy!.n} and ${original!.n} rows). Nothing was changed.`,
    );
  return Number(copy!.n);
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ schema: string; name: string; last: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) and last_value is not null`,
    [copied],
  );
  for (const sequence of rows)
    await to.query("select setval($1::regclass, $2::bigint)", [nameOf(sequence), sequence.last]);
}
