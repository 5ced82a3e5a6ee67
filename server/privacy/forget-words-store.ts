import { inArray, sql, type Name, type SQL } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingsOf, subjectsOf } from "./person-store.ts";

/** What the logs show for words that were blacked out; the only change that the database lets a log take (the function refuse_change_but_black_out). */
const blackedOut = "Blacked out.";

/** Whom words may tell of: the account, and every email address it is known by, in lower case. */
type Known = { id: string; emails: readonly string[] };

/**
 * What people have typed about a person, or they themselves: in reports by them and of their cars, in refunds, in acts of
 * moderation against them and in their appeals. Their email addresses are looked for in everything that people typed.
 */
export async function forgetTypedWords(
  tx: Executor,
  { id, emails }: Known,
  rewrite: (text: string) => string,
): Promise<void> {
  const reports = sql`
    select report.id from report join listing on listing.id = report.listing_id
    where reporter_id = ${id} or seller_id = ${id}`;
  const refunds = sql`
    select refund.id from refund join payment on payment.id = refund.payment_id
    where payment.booking_id in (${bookingsOf(id)})`;
  const acts = sql`
    select id from moderation_act where seller_id = ${id} or listing_id in (${subjectsOf(id)})`;
  const appeals = sql`select id from appeal where act_id in (${acts})`;
  const byEmailOnly = sql`select null::uuid`;
  const typed: TypedWords[] = [
    { table: "report", column: "reason", rows: reports },
    { table: "report", column: "outcome_reason", rows: reports },
    { table: "refund", column: "why", rows: refunds },
    { table: "moderation_act", column: "reason", rows: acts },
    { table: "appeal", column: "words", rows: appeals },
    { table: "appeal", column: "decision_reason", rows: appeals },
    { table: "listing", column: "description", rows: byEmailOnly },
    { table: "account", column: "verification_note", rows: byEmailOnly },
  ];
  for (const one of typed) await rewriteColumn(tx, one, emails, rewrite);
}

/** One text column, and the rows of it that have to do with a person; in all others only their email is looked for. */
type TypedWords = { table: string; column: string; rows: SQL };

async function rewriteColumn(
  tx: Executor,
  { table, column, rows }: TypedWords,
  emails: readonly string[],
  rewrite: (text: string) => string,
): Promise<void> {
  const [from, words] = [sql.identifier(table), sql.identifier(column)];
  const { rows: typed } = await tx.execute<{ id: string; words: string }>(
    sql`select id, ${words} as words from ${from}
      where id in (${rows}) and ${words} is not null or ${hasEmail(words, emails)}`,
  );
  for (const { id, words: given } of typed)
    if (rewrite(given) !== given)
      await tx.execute(sql`update ${from} set ${words} = ${rewrite(given)} where id = ${id}`);
}

/** Blacks out what the logs of money and of admins' acts hold of words that tell of a person. Everything else stays. */
export async function forgetLoggedWords(
  tx: Executor,
  { id, emails }: Known,
  tells: (text: string) => boolean,
): Promise<void> {
  const { rows: lines } = await tx.execute<{ id: string; why: string }>(sql`
    select payment_log.id, payment_log.why from payment_log join payment on payment.id = payment_log.payment_id
    where payment.booking_id in (${bookingsOf(id)}) or ${hasEmail(sql`payment_log.why`, emails)}`);
  const telling = lines.filter((line) => tells(line.why)).map((line) => line.id);
  if (telling.length > 0)
    await tx.execute(
      sql`update payment_log set why = ${blackedOut} where ${inArray(sql`id`, telling)}`,
    );
  const { rows: acts } = await tx.execute<{ id: string; details: Record<string, unknown> }>(sql`
    select id, details from audit
    where subject_id in (${subjectsOf(id)}) or actor_id = ${id} or ${hasEmail(sql`details::text`, emails)}`);
  for (const act of acts) {
    const words = Object.entries(act.details).filter(
      ([, value]) => typeof value === "string" && tells(value),
    );
    if (words.length === 0) continue;
    const left = { ...act.details, ...Object.fromEntries(words.map(([key]) => [key, blackedOut])) };
    await tx.execute(
      sql`update audit set details = ${JSON.stringify(left)}::jsonb where id = ${act.id}`,
    );
  }
}

function hasEmail(words: SQL | Name, emails: readonly string[]): SQL {
  const each = emails.map((email) => sql`strpos(lower(${words}), ${email}) > 0`);
  return sql`(${sql.join(each, sql` or `)})`;
}
