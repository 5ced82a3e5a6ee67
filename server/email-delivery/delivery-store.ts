import {
  and,
  asc,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  sql,
} from "drizzle-orm";
import { identityUserTable } from "#server/identity/identity-table.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { aboutSignIn, farewell } from "#server/email/public.ts";
import { emailTable } from "#server/email/email-table.ts";

/** A mail that one worker is to send now; `attempts` counts this one. */
export type ClaimedEmail = Pick<
  typeof emailTable.$inferSelect,
  "id" | "kind" | "to" | "subject" | "text" | "html" | "createdAt" | "attempts"
> & {
  /** The account with this address has not confirmed it. */
  isToUnconfirmed: boolean;
};

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * Takes the mail that has been due longest, for `leaseSeconds`: two workers take different ones, and if this one dies
 * the mail is due again after the lease. Null where nothing is due.
 */
export async function claimDueEmail(
  db: Executor,
  leaseSeconds: number,
): Promise<ClaimedEmail | null> {
  const due = db
    .select({ id: emailTable.id })
    .from(emailTable)
    .where(and(isNull(emailTable.sentAt), lte(emailTable.nextAttemptAt, sql`now()`)))
    .orderBy(asc(emailTable.nextAttemptAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [mail] = await db
    .update(emailTable)
    .set({ attempts: sql`${emailTable.attempts} + 1`, nextAttemptAt: inSeconds(leaseSeconds) })
    // Equal to, not in: a plan may run what follows «in» once for each row, and each run would take another mail.
    .where(and(sql`${emailTable.id} = ${due}`, isNull(emailTable.sentAt)))
    .returning({
      id: emailTable.id,
      kind: emailTable.kind,
      to: emailTable.to,
      subject: emailTable.subject,
      text: emailTable.text,
      html: emailTable.html,
      createdAt: emailTable.createdAt,
      attempts: emailTable.attempts,
      isToUnconfirmed: sql<boolean>`exists (
        select from ${identityUserTable} where ${identityUserTable.email} = ${emailTable.to} and not ${identityUserTable.emailVerified})`,
    });
  return mail ?? null;
}

/**
 * Takes the one notice of the day to an unconfirmed address for a mail. If another email went there within a day, or is
 * just being sent, the mail is due again when that day is over, and this does not count as a try. The lock lets one of
 * two workers with mails to the same address have the notice.
 */
export async function takeNotice(db: Database, mail: ClaimedEmail): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`mail.notice:${mail.to}`}, 0))`,
    );
    const written = sql`greatest(${emailTable.sentAt}, ${emailTable.noticeAt})`;
    // now() is the start of the transaction, so it does not move while this one waits for the lock.
    const [last] = await tx
      .select({ nextAt: sql<string | null>`(max(${written}) + interval '1 day')::text` })
      .from(emailTable)
      .where(
        and(
          eq(emailTable.to, mail.to),
          ne(emailTable.id, mail.id),
          notInArray(emailTable.kind, aboutSignIn),
          sql`${written} > clock_timestamp() - interval '1 day'`,
        ),
      );
    const nextAt = last?.nextAt ?? null;
    const change =
      nextAt === null
        ? { noticeAt: sql`clock_timestamp()` }
        : {
            nextAttemptAt: sql`${nextAt}::timestamptz`,
            attempts: sql`${emailTable.attempts} - 1`,
          };
    await tx.update(emailTable).set(change).where(eq(emailTable.id, mail.id));
    return nextAt === null;
  });
}

/** Notes that the mail server has taken a mail. */
export async function markSent(db: Executor, id: string): Promise<void> {
  await db.delete(emailTable).where(and(eq(emailTable.id, id), eq(emailTable.kind, farewell)));
  await db
    .update(emailTable)
    .set({ sentAt: sql`now()`, lastError: null })
    .where(eq(emailTable.id, id));
}

/** Notes why a mail did not go, and when it is tried again. */
export async function markFailed(
  db: Executor,
  id: string,
  { error, seconds }: { error: string; seconds: number },
): Promise<void> {
  await db
    .update(emailTable)
    .set({ lastError: error, nextAttemptAt: inSeconds(seconds), noticeAt: null })
    .where(and(eq(emailTable.id, id), isNull(emailTable.sentAt)));
}

/** Forgets farewells that nobody could be sent in `days`. */
export async function pruneFarewells(db: Executor, days: number): Promise<void> {
  await db
    .delete(emailTable)
    .where(
      and(
        eq(emailTable.kind, farewell),
        lte(emailTable.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}

/**
 * Deletes unsent emails that are older than their kind is of use, in hours, and says how many. One that is just being
 * sent stays until its try is over.
 */
export async function deleteStaleEmails(
  db: Executor,
  hours: { byKind: Record<string, number>; others: number },
): Promise<number> {
  const cases = Object.entries(hours.byKind).map(
    ([kind, useful]) => sql`when ${kind} then ${useful}::float8`,
  );
  const useful = sql`case ${emailTable.kind} ${sql.join(cases, sql` `)} else ${hours.others}::float8 end`;
  const deleted = await db
    .delete(emailTable)
    .where(
      and(
        isNull(emailTable.sentAt),
        lte(emailTable.nextAttemptAt, sql`now()`),
        lte(emailTable.createdAt, sql`now() - ${useful} * interval '1 hour'`),
      ),
    )
    .returning({ id: emailTable.id });
  return deleted.length;
}

/** Forgets mails that were sent more than `days` ago. What was not sent stays. */
export async function pruneSentEmail(db: Executor, days: number): Promise<void> {
  await db
    .delete(emailTable)
    .where(
      and(
        isNotNull(emailTable.sentAt),
        lte(emailTable.sentAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}

/** The outbox, newest first; the mails behind `after` where it is given. */
export async function listEmails(
  db: Executor,
  { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
) {
  return db
    .select({
      id: emailTable.id,
      to: emailTable.to,
      subject: emailTable.subject,
      text: emailTable.text,
      createdAt: emailTable.createdAt,
      sentAt: emailTable.sentAt,
    })
    .from(emailTable)
    .where(
      after
        ? sql`(${emailTable.createdAt}, ${emailTable.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(emailTable.createdAt), desc(emailTable.id))
    .limit(limit);
}

export async function countEmails(db: Executor): Promise<number> {
  const [row] = await db.select({ mails: count() }).from(emailTable);
  return row?.mails ?? 0;
}
