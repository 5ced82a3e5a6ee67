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
import { withoutUserTexts, farewell } from "#server/email/public.ts";
import { emailTable } from "#server/email/email-table.ts";

/** An email claimed by a worker. `attempts` includes this attempt. */
export type ClaimedEmail = Pick<
  typeof emailTable.$inferSelect,
  "id" | "kind" | "to" | "subject" | "text" | "html" | "unsubscribeUrl" | "createdAt" | "attempts"
> & {
  /** An account uses this address without having confirmed it. */
  isToUnconfirmed: boolean;
};

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * Claims the email that has been due longest, for `leaseSeconds`. Concurrent workers get different emails. If a worker
 * crashes, its email is due again after the lease. Null if nothing is due.
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
  const [email] = await db
    .update(emailTable)
    .set({ attempts: sql`${emailTable.attempts} + 1`, nextAttemptAt: inSeconds(leaseSeconds) })
    // Uses `=`, because with `in` a query plan may run the subquery once per row and claim several emails.
    .where(and(sql`${emailTable.id} = ${due}`, isNull(emailTable.sentAt)))
    .returning({
      id: emailTable.id,
      kind: emailTable.kind,
      to: emailTable.to,
      subject: emailTable.subject,
      text: emailTable.text,
      html: emailTable.html,
      unsubscribeUrl: emailTable.unsubscribeUrl,
      createdAt: emailTable.createdAt,
      attempts: emailTable.attempts,
      isToUnconfirmed: sql<boolean>`exists (
        select from ${identityUserTable} where ${identityUserTable.email} = ${emailTable.to} and not ${identityUserTable.emailVerified})`,
    });
  return email ?? null;
}

/**
 * Reserves the daily notice to an unconfirmed address. If another email was sent there within a day, or is being sent,
 * this one is due again after that day, and this does not count as an attempt. The lock gives the notice to only one of
 * two workers.
 */
export async function takeNotice(db: Database, email: ClaimedEmail): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`email.notice:${email.to}`}, 0))`,
    );
    const written = sql`greatest(${emailTable.sentAt}, ${emailTable.noticeAt})`;
    // now() is the start of the transaction, so it does not move while this one waits for the lock.
    const [last] = await tx
      .select({ nextAt: sql<string | null>`(max(${written}) + interval '1 day')::text` })
      .from(emailTable)
      .where(
        and(
          eq(emailTable.to, email.to),
          ne(emailTable.id, email.id),
          notInArray(emailTable.kind, withoutUserTexts),
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
    await tx.update(emailTable).set(change).where(eq(emailTable.id, email.id));
    return nextAt === null;
  });
}

/** Marks an email as accepted by the mail server. */
export async function markSent(db: Executor, id: string): Promise<void> {
  await db.delete(emailTable).where(and(eq(emailTable.id, id), eq(emailTable.kind, farewell)));
  await db
    .update(emailTable)
    .set({ sentAt: sql`now()`, lastError: null })
    .where(eq(emailTable.id, id));
}

/** Stores the error of an attempt and the time of the next one. */
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

/** Deletes emails about deleted accounts that could not be sent for `days`. */
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
 * Deletes unsent emails that are no longer useful, by age in hours, and returns how many. An email that is being sent is
 * kept until its attempt ends.
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

/** Deletes emails that were sent more than `days` ago. */
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

/** The outbox, newest first, starting behind `after`. */
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
      html: emailTable.html,
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
  const [row] = await db.select({ emails: count() }).from(emailTable);
  return row?.emails ?? 0;
}
