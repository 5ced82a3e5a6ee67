import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { databaseName, superuser } from "#server/platform/embedded-postgres/cluster.ts";
import { readPostmaster } from "#server/platform/embedded-postgres/postmaster-file.ts";

/** Runs statements on the tested shop's database, over a connection of its own like another process. */
export async function runSql(statements: string): Promise<void> {
  const folder = join(process.env.BROWSER_TEST_DATA!, "postgres");
  const client = new pg.Client({
    host: "127.0.0.1",
    port: readPostmaster(join(folder, "cluster"))!.port,
    user: superuser,
    password: readFileSync(join(folder, "password"), "utf8"),
    database: databaseName,
  });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Makes a booking and its history this much older. The log's triggers refuse changes, so they are off for it. */
export async function ageBooking(booking: string, days: number): Promise<void> {
  await runSql(`
    begin;
    set local session_replication_role = replica;
    update booking_event set at = at - interval '${days} days' where booking_id = '${booking}';
    set local session_replication_role = origin;
    update booking set created_at = created_at - interval '${days} days' where id = '${booking}';
    commit;`);
}
