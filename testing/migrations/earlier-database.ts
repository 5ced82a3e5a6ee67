import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { createDatabase, serverVariable } from "#testing/database/test-database.ts";

/** A database with the migrations before one, by its number, and rows of that time. */
export async function earlierDatabase(before: number, fill: (client: pg.Client) => Promise<void>) {
  const database = await createDatabase(process.env[serverVariable]!, "template0");
  const folder = await mkdtemp(path.join(tmpdir(), "marque-migrations-"));
  await cp("db/migrations", folder, { recursive: true });
  const journalFile = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx < before);
  await writeFile(journalFile, JSON.stringify(journal));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrate(drizzle({ client }), { migrationsFolder: folder });
  await fill(client);
  await client.end();
  await rm(folder, { recursive: true });
  return database;
}
