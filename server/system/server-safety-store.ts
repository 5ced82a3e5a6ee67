import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";

/** What PostgreSQL does so that nothing it has confirmed is lost. */
export type ServerSafety = {
  fsync: boolean;
  fullPageWrites: boolean;
  /** Whether a commit is on a disk before it is confirmed to the shop. */
  waitsForCommit: boolean;
  /** Whether the server archives its log, as pgBackRest and most providers set it up, and did so within a day. */
  isLogArchived: boolean;
};

/** Reads the settings as they are for the shop's connections. */
export async function readServerSafety(executor: Executor): Promise<ServerSafety> {
  const { rows } = await executor.execute<ServerSafety>(sql`
    select current_setting('fsync') = 'on' as fsync,
      current_setting('full_page_writes') = 'on' as "fullPageWrites",
      current_setting('synchronous_commit') <> 'off' as "waitsForCommit",
      current_setting('archive_mode') <> 'off' and coalesce(
        last_archived_time > now() - interval '1 day'
          and last_archived_time >= coalesce(last_failed_time, last_archived_time),
        false) as "isLogArchived"
    from pg_stat_archiver`);
  return rows[0]!;
}
