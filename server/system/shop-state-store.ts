import { sql } from "drizzle-orm";
import { bookingTable, isHeld } from "#server/bookings/booking-table.ts";
import { emailTable } from "#server/email/email-table.ts";
import { importRunTable } from "#server/imports/command/import-run-table.ts";
import { paymentTable, refundTable } from "#server/payments/payment-table.ts";
import { archiveSlot } from "#server/backup/public.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** The oldest waiting job of a queue has been due for `oldest` seconds; `failed` is within the last hour. */
export type QueueState = {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  oldest: number;
};

/** Every queue of pg-boss, with the jobs that are due. */
export async function readQueues(executor: Executor): Promise<QueueState[]> {
  const isDue = sql`job.state < 'active' and job.start_after <= now()`;
  const { rows } = await executor.execute<QueueState>(sql`
    select queue.name,
      count(*) filter (where ${isDue})::int as waiting,
      count(*) filter (where job.state = 'active')::int as active,
      count(*) filter (where job.state = 'failed' and job.completed_on > now() - interval '1 hour')::int as failed,
      coalesce(extract(epoch from now() - min(job.start_after) filter (where ${isDue})), 0)::float8 as oldest
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`);
  return rows;
}

/** The number of unsent emails, and the age of the oldest in seconds. */
export async function readUnsentEmails(
  executor: Executor,
): Promise<{ unsent: number; oldest: number }> {
  const { rows } = await executor.execute<{ unsent: number; oldest: number }>(sql`
    select count(*)::int as unsent,
      coalesce(extract(epoch from now() - min(${emailTable.createdAt})), 0)::float8 as oldest
    from ${emailTable} where ${emailTable.sentAt} is null`);
  return rows[0]!;
}

/** Unpaid holds, quarantined payments that are not refunded, and payments whose latest refund failed. */
export async function readMoneyState(
  executor: Executor,
): Promise<{ holds: number; quarantined: number; refundsFailed: number }> {
  const latestRefund = sql`(select status from ${refundTable} where ${refundTable.paymentId} = ${paymentTable.id}
    order by ${refundTable.createdAt} desc limit 1)`;
  const { rows } = await executor.execute<{
    holds: number;
    quarantined: number;
    refundsFailed: number;
  }>(sql`
    select (select count(*)::int from ${bookingTable} where ${isHeld}) as holds,
      (select count(*)::int from ${paymentTable}
        where ${paymentTable.quarantineReason} is not null
          and ${latestRefund} is distinct from 'succeeded') as quarantined,
      (select count(distinct failed.payment_id)::int from ${refundTable} as failed
        where failed.status in ('failed', 'canceled') and not exists (
          select from ${refundTable} as later where later.payment_id = failed.payment_id
            and later.created_at > failed.created_at)) as "refundsFailed"`);
  return rows[0]!;
}

type ImportTotals = {
  outcome: "done" | "stopped" | "failed";
  runs: number;
  imported: number;
  duplicates: number;
  quarantined: number;
  lastAt: number;
};

/** All imports by outcome. `lastAt` is in seconds since 1970. */
export async function readImportTotals(executor: Executor): Promise<ImportTotals[]> {
  const { rows } = await executor.execute<ImportTotals>(sql`
    select outcome, count(*)::int as runs, sum(imported)::float8 as imported,
      sum(duplicates)::float8 as duplicates, sum(quarantined)::float8 as quarantined,
      extract(epoch from max(ended_at))::float8 as "lastAt"
    from ${importRunTable} group by outcome`);
  return rows;
}

/** The import that ended last, or null. */
export async function findLastImport(executor: Executor) {
  const [run] = await executor
    .select()
    .from(importRunTable)
    .orderBy(sql`${importRunTable.endedAt} desc`)
    .limit(1);
  return run ?? null;
}

/** A replica of the database. All but its name is null if our user may not read it (pg_monitor). */
export type ReplicaState = {
  name: string;
  state: string | null;
  /** Whether a commit waits until it is on this replica's disk. */
  isSynchronous: boolean | null;
  lagBytes: number | null;
  lagSeconds: number | null;
};

export type DatabaseState = { version: string; isReplica: boolean; replicas: ReplicaState[] };

/** PostgreSQL's version and role, and the replicas that follow it. */
export async function readDatabaseState(executor: Executor): Promise<DatabaseState> {
  const { rows } = await executor.execute<{ version: string; isReplica: boolean }>(
    sql`select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica"`,
  );
  const { version, isReplica } = rows[0]!;
  if (isReplica) return { version, isReplica, replicas: [] };
  const { rows: replicas } = await executor.execute<ReplicaState>(sql`
    select coalesce(nullif(application_name, ''), 'replica') as name, state,
      sync_state in ('sync', 'quorum') as "isSynchronous",
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "lagBytes",
      extract(epoch from replay_lag)::float8 as "lagSeconds"
    from pg_stat_replication where state is distinct from 'backup'
      -- A copy that is being made is no replica yet.
      and coalesce(application_name, '') not in ('pg_basebackup', 'pg_receivewal')
      -- The archive of the backups reads the log like a replica.
      and pid not in (select active_pid from pg_replication_slots
        where slot_name = ${archiveSlot} and active_pid is not null)
    order by application_name, pid`);
  return { version, isReplica, replicas };
}
