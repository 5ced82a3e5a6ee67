import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/**
 * Applies the pending files of `db/migrations/online/`, each statement on its own and outside a transaction, as
 * `create index concurrently` needs. A file that fails is repeated from its beginning at the next start, so its
 * statements must allow that. An index that a failed run left invalid is dropped first.
 */
export async function applyOnlineMigrations(client: pg.Client, folder: string): Promise<void> {
  const names = existsSync(folder)
    ? (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted()
    : [];
  if (names.length === 0) return;
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.online_migration (name text primary key, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string }>(
    "select name from drizzle.online_migration",
  );
  const applied = new Set(rows.map(({ name }) => name));
  for (const name of names) {
    if (applied.has(name)) continue;
    const text = await readFile(path.join(folder, name), "utf8");
    await dropInvalidIndexes(client, text);
    for (const statement of text.split("--> statement-breakpoint"))
      if (statement.trim() !== "") await client.query(statement);
    await client.query("insert into drizzle.online_migration (name) values ($1)", [name]);
  }
}

async function dropInvalidIndexes(client: pg.Client, text: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where not indisvalid",
  );
  for (const { name } of rows)
    if (new RegExp(`\\b${name}\\b`).test(text))
      await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`);
}
