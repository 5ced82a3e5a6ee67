import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";

export type ServerFacts = {
  version: string;
  major: number;
  systemId: string;
  segmentBytes: number;
};

/** The system identifier needs rights that only the embedded database's user is sure to have; "" without them. */
export async function readServerFacts(db: Executor): Promise<ServerFacts> {
  const { rows } = await db.execute<{ version: string; number: string; segment: string }>(
    sql`select current_setting('server_version') as version, current_setting('server_version_num') as number,
        (select setting from pg_settings where name = 'wal_segment_size') as segment`,
  );
  const identity = await db.execute<{ id: string }>(
    sql`select case when has_function_privilege('pg_control_system()', 'execute')
        then (select system_identifier::text from pg_control_system()) else '' end as id`,
  );
  const [facts] = rows;
  return {
    version: facts!.version,
    major: Math.floor(Number(facts!.number) / 10_000),
    systemId: identity.rows[0]!.id,
    segmentBytes: Number(facts!.segment),
  };
}

/** The history that the embedded database writes now. The control file names it only after the next checkpoint. */
export async function readCurrentTimeline(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ hex: string }>(
    sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as hex`,
  );
  return Number.parseInt(rows[0]!.hex, 16);
}

/** SHA-256 of the first bytes of a segment of the embedded database's log; null if it no longer has the segment. */
export async function readLogHash(
  db: Executor,
  { name, bytes }: { name: string; bytes: number },
): Promise<string | null> {
  const { rows } = await db.execute<{ hash: string | null }>(
    sql`select encode(sha256(pg_read_binary_file('pg_wal/' || ${name}::text, 0, ${bytes}::bigint, true)), 'hex') as hash`,
  );
  return rows[0]!.hash;
}
