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
import { mailTable } from "#server/email/mail-table.ts";

/** A mail that one worker is to send now; `tries` counts this one. */
export type ClaimedMail = Pick<
  typeof mailTable.$inferSelect,
  "id" | "kind" | "to" | "subject" | "text" | "html" | "createdAt" | "tries"
> & {
  /** The account with this address has not confirmed it. */
  isToUnconfirmed: boolean;
};

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * Takes the mail that has been due longest, for `leaseSeconds`: two workers take different ones, and if this one dies
 * the mail is due again after the lease. Null where nothing is due.
 */
export async function claimDueMail(
  db: Executor,
  leaseSeconds: number,
): Promise<ClaimedMail | null> {
  const due = db
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(and(isNull(mailTable.sentAt), lte(mailTable.nextTryAt, sql`now()`)))
    .orderBy(asc(mailTable.nextTryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [mail] = await db
    .update(mailTable)
    .set({ tries: sql`${mailTable.tries} + 1`, nextTryAt: inSeconds(leaseSeconds) })
    // Equal to, not in: a plan may run what follows «in» once for each row, and each run would take another mail.
    .where(and(sql`${mailTable.id} = ${due}`, isNull(mailTable.sentAt)))
    .returning({
      id: mailTable.id,
      kind: mailTable.kind,
      to: mailTable.to,
      subject: mailTable.subject,
      text: mailTable.text,
      html: mailTable.html,
      createdAt: mailTable.createdAt,
      tries: mailTable.tries,
      isToUnconfirmed: sql<boolean>`exists (
        select from ${identityUserTable} where ${identityUserTable.email} = ${mailTable.to} and not ${identityUserTable.emailVerified})`,
    });
  return mail ?? null;
}

/**
 * Takes the one notice of the day to an unconfirmed address for a mail. If another email went there within a day, or is
 * just being sent, the mail is due again when that day is over, and this does not count as a try. The lock lets one of
 * two workers with mails to the same address have the notice.
 */
export async function takeNotice(db: Database, mail: ClaimedMail): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`mail.notice:${mail.to}`}, 0))`,
    );
    const written = sql`greatest(${mailTable.sentAt}, ${mailTable.noticeAt})`;
    // now() is the start of the transaction, so it does not move while this one waits for the lock.
    const [last] = await tx
      .select({ nextAt: sql<string | null>`(max(${written}) + interval '1 day')::text` })
      .from(mailTable)
      .where(
        and(
          eq(mailTable.to, mail.to),
          ne(mailTable.id, mail.id),
          notInArray(mailTable.kind, aboutSignIn),
          sql`${written} > clock_timestamp() - interval '1 day'`,
        ),
      );
    const nextAt = last?.nextAt ?? null;
    const change =
      nextAt === null
        ? { noticeAt: sql`clock_timestamp()` }
        : {
            nextTryAt: sql`${nextAt}::timestamptz`,
            tries: sql`${mailTable.tries} - 1`,
          };
    await tx.update(mailTable).set(change).where(eq(mailTable.id, mail.id));
    return nextAt === null;
  });
}

/** Notes that the mail server has taken a mail. */
export async function markSent(db: Executor, id: string): Promise<void> {
  await db.delete(mailTable).where(and(eq(mailTable.id, id), eq(mailTable.kind, farewell)));
  await db
    .update(mailTable)
    .set({ sentAt: sql`now()`, lastError: null })
    .where(eq(mailTable.id, id));
}

/** Notes why a mail did not go, and when it is tried again. */
export async function markFailed(
  db: Executor,
  id: string,
  { error, seconds }: { error: string; seconds: number },
): Promise<void> {
  await db
    .update(mailTable)
    .set({ lastError: error, nextTryAt: inSeconds(seconds), noticeAt: null })
    .where(and(eq(mailTable.id, id), isNull(mailTable.sentAt)));
}

/** Forgets farewells that nobody could be sent in `days`. */
export async function pruneFarewells(db: Executor, days: number): Promise<void> {
  await db
    .delete(mailTable)
    .where(
      and(
        eq(mailTable.kind, farewell),
        lte(mailTable.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}

/**
 * Deletes unsent emails that are older than their kind is of use, in hours, and says how many. One that is just being
 * sent stays until its try is over.
 */
export async function deleteStaleMails(
  db: Executor,
  hours: { byKind: Record<string, number>; others: number },
): Promise<number> {
  const cases = Object.entries(hours.byKind).map(
    ([kind, useful]) => sql`when ${kind} then ${useful}::float8`,
  );
  const useful = sql`case ${mailTable.kind} ${sql.join(cases, sql` `)} else ${hours.others}::float8 end`;
  const deleted = await db
    .delete(mailTable)
    .where(
      and(
        isNull(mailTable.sentAt),
        lte(mailTable.nextTryAt, sql`now()`),
        lte(mailTable.createdAt, sql`now() - ${useful} * interval '1 hour'`),
      ),
    )
    .returning({ id: mailTable.id });
  return deleted.length;
}

/** Forgets mails that were sent more than `days` ago. What was not sent stays. */
export async function pruneSentMail(db: Executor, days: number): Promise<void> {
  await db
    .delete(mailTable)
    .where(
      and(
        isNotNull(mailTable.sentAt),
        lte(mailTable.sentAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}

/** The outbox, newest first; the mails behind `after` where it is given. */
export async function listMails(
  db: Executor,
  { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
) {
  return db
    .select({
      id: mailTable.id,
      to: mailTable.to,
      subject: mailTable.subject,
      text: mailTable.text,
      createdAt: mailTable.createdAt,
      sentAt: mailTable.sentAt,
    })
    .from(mailTable)
    .where(
      after
        ? sql`(${mailTable.createdAt}, ${mailTable.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(mailTable.createdAt), desc(mailTable.id))
    .limit(limit);
}

export async function countMails(db: Executor): Promise<number> {
  const [row] = await db.select({ mails: count() }).from(mailTable);
  return row?.mails ?? 0;
}
