import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import PgBoss from "pg-boss";
import { migrate } from "#server/platform/database/migrate.ts";

/** The global setup passes the server's URL and the template's name in these environment variables. */
export const serverVariable = "TEST_SERVER_URL";
export const templateVariable = "TEST_TEMPLATE";

export interface TestDatabase {
  url: string;
  /** Closes every connection to the database and drops it. */
  drop(): Promise<void>;
}

/** A new empty database with the current schema: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[serverVariable];
  const template = process.env[templateVariable];
  if (!serverUrl || !template)
    throw new Error("no test server: is testing/global-setup.ts in place?");
  return createDatabase(serverUrl, template);
}

/** The database that a run's databases are copied from: migrated, with the job queue's tables. */
export async function createTemplate(serverUrl: string): Promise<TestDatabase & { name: string }> {
  const database = await createDatabase(serverUrl, "template0");
  await migrate(database.url);
  await runOn(database.url, PgBoss.getConstructionPlans());
  const name = nameOf(database.url);
  // PostgreSQL cannot copy a database that has connections, so no new ones are allowed.
  await runOn(serverUrl, `alter database ${name} with allow_connections false`);
  return { ...database, name };
}

/** Creates a database on the server as a copy of `template`. */
export async function createDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  const name = `marque_test_${randomBytes(6).toString("hex")}`;
  await copyDatabase(serverUrl, name, template);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: () => runOn(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function copyDatabase(serverUrl: string, name: string, template: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await runOn(serverUrl, `create database ${name} template ${template}`);
    } catch (error) {
      // object_in_use: the template's last connection is still closing.
      if ((error as { code?: string }).code !== "55006" || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
