import { inArray, sql, type Name, type SQL } from "drizzle-orm";
import type { CarDetails } from "#shared/listings/car-details.ts";
import type { Photo } from "#shared/listings/listing.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { redactDetails, rewriteTexts } from "./redact-details.ts";
import { bookingsOf, subjectsOf } from "./personal-data-store.ts";

/**
 * What the logs show instead of redacted text. The database allows no other change to them
 * (refuse_change_but_black_out).
 */
const redacted = "Blacked out.";

/** The account, and its confirmed emails in lower case. */
type Known = { id: string; confirmedEmails: readonly string[] };

/** How the account's own texts are rewritten, and how other texts that mention one of its emails are. */
type Rewrites = Record<"rewrite" | "rewriteEmails", (text: string) => string>;

/**
 * Rewrites texts of others that mention one of the account's emails: notes on sellers, and descriptions, details, stock
 * numbers and registrations of listings and the texts of their photos.
 * Locks accounts before listings, each in the order of their ids.
 */
export async function redactMentions(
  tx: Executor,
  confirmedEmails: readonly string[],
  rewriteEmails: (text: string) => string,
): Promise<void> {
  const rows = sql`select null::uuid`;
  for (const one of [
    { table: "account", column: "verification_note", rows },
    { table: "listing", column: "description", rows },
    { table: "listing", column: "stock_number", rows },
    { table: "listing", column: "registration", rows },
  ]) {
    const mention = hasEmail(sql.identifier(one.column), confirmedEmails);
    await tx.execute(sql`
      select from ${sql.identifier(one.table)} where ${mention} order by id for no key update`);
    const rewrites = { rewrite: rewriteEmails, rewriteEmails };
    await rewriteColumn(tx, one, { confirmedEmails }, rewrites);
  }
  const { rows: shown } = await tx.execute<{ id: string; photos: Photo[] }>(sql`
    select id, photos from listing where ${hasEmail(sql`photos::text`, confirmedEmails)}
    order by id for no key update`);
  for (const { id, photos } of shown) {
    const left = photos.map((photo) => ({ ...photo, alt: rewriteEmails(photo.alt) }));
    await tx.execute(
      sql`update listing set photos = ${JSON.stringify(left)}::jsonb where id = ${id}`,
    );
  }
  const { rows: detailed } = await tx.execute<{ id: string; details: CarDetails }>(sql`
    select id, details from listing where ${hasEmail(sql`details::text`, confirmedEmails)}
    order by id for no key update`);
  for (const { id, details } of detailed) {
    const left = redactDetails(details, rewriteEmails);
    await tx.execute(sql`
      update listing set details = ${left && JSON.stringify(left)}::jsonb where id = ${id}`);
  }
  await redactFeeds(tx, confirmedEmails, rewriteEmails);
}

/** Rewrites the feeds of others, which repeat the texts of their listings. */
async function redactFeeds(
  tx: Executor,
  confirmedEmails: readonly string[],
  rewriteEmails: (text: string) => string,
): Promise<void> {
  const columns = {
    feed_car: ["said", "decided"],
    feed_plan: ["columns", "held", "repeated", "review", "left_out"],
    feed_change: ["facts", "shown_before", "said_before"],
    feed_refusal: ["cells", "faults"],
  };
  for (const [table, names] of Object.entries(columns))
    for (const name of names) {
      const from = sql.identifier(table);
      const column = sql.identifier(name);
      const { rows } = await tx.execute<{ at: string; value: unknown }>(sql`
        select ctid::text as at, ${column} as value from ${from}
        where ${hasEmail(sql`${column}::text`, confirmedEmails)} for no key update`);
      for (const { at, value } of rows)
        await tx.execute(sql`
          update ${from} set ${column} = ${JSON.stringify(rewriteTexts(value, rewriteEmails))}::jsonb
          where ctid = ${at}::tid`);
    }
}

/**
 * Redacts what the user typed and what others typed about them: in reports by them and of their listings, in refunds, in
 * moderation actions against them, in their appeals, and in reviews by and about them. Their confirmed emails are
 * redacted in all of these records.
 */
export async function redactTypedWords(
  tx: Executor,
  person: Known,
  rewrites: Rewrites,
): Promise<void> {
  const { id } = person;
  const reports = sql`
    select report.id from report join listing on listing.id = report.listing_id
    where reporter_id = ${id} or seller_id = ${id}`;
  const refunds = sql`
    select refund.id from refund join payment on payment.id = refund.payment_id
    where payment.booking_id in (${bookingsOf(id)})`;
  const acts = sql`
    select id from moderation_action where seller_id = ${id} or listing_id in (${subjectsOf(id)})`;
  const appeals = sql`select id from appeal where action_id in (${acts})`;
  const reviews = sql`select id from review where author_id = ${id} or subject_id = ${id}`;
  const reviewReports = sql`
    select id from review_report where reporter_id = ${id} or review_id in (${reviews})`;
  const typed: TypedWords[] = [
    { table: "report", column: "reason", rows: reports },
    { table: "report", column: "outcome_reason", rows: reports },
    { table: "refund", column: "why", rows: refunds },
    { table: "moderation_action", column: "reason", rows: acts },
    { table: "appeal", column: "text", rows: appeals },
    { table: "appeal", column: "decision_reason", rows: appeals },
    { table: "review", column: "text", rows: reviews },
    { table: "review", column: "answer", rows: reviews },
    { table: "review", column: "removal_reason", rows: reviews },
    { table: "review_report", column: "reason", rows: reviewReports },
    { table: "seller_check", column: "note", rows: sql`select null::uuid` },
    { table: "flag_dismissal", column: "reason", rows: sql`select null::uuid` },
  ];
  for (const one of typed) await rewriteColumn(tx, one, person, rewrites);
}

/** A text column and the rows related to the user. In all other rows only their email is redacted. */
type TypedWords = { table: string; column: string; rows: SQL };

async function rewriteColumn(
  tx: Executor,
  { table, column, rows }: TypedWords,
  { confirmedEmails }: Pick<Known, "confirmedEmails">,
  { rewrite, rewriteEmails }: Rewrites,
): Promise<void> {
  const from = sql.identifier(table);
  const words = sql.identifier(column);
  const { rows: typed } = await tx.execute<{ id: string; words: string; isTied: boolean }>(
    sql`select id, ${words} as words, coalesce(id in (${rows}), false) as "isTied" from ${from}
      where id in (${rows}) and ${words} is not null or ${hasEmail(words, confirmedEmails)}`,
  );
  for (const { id, words: given, isTied } of typed) {
    const left = isTied ? rewrite(given) : rewriteEmails(given);
    if (left !== given)
      await tx.execute(sql`update ${from} set ${words} = ${left} where id = ${id}`);
  }
}

/** Redacts identifying words in the payment log and the audit log. Everything else stays. */
export async function redactLoggedWords(
  tx: Executor,
  { id, confirmedEmails }: Known,
  { tells, tellsEmail }: Record<"tells" | "tellsEmail", (text: string) => boolean>,
): Promise<void> {
  const { rows: lines } = await tx.execute<{ id: string; why: string; isTied: boolean }>(sql`
    select payment_log.id, payment_log.why,
      coalesce(payment.booking_id in (${bookingsOf(id)}), false) as "isTied"
    from payment_log join payment on payment.id = payment_log.payment_id
    where payment.booking_id in (${bookingsOf(id)}) or ${hasEmail(sql`payment_log.why`, confirmedEmails)}`);
  const telling = lines
    .filter(({ why, isTied }) => (isTied ? tells(why) : tellsEmail(why)))
    .map((line) => line.id);
  if (telling.length > 0)
    await tx.execute(
      sql`update payment_log set why = ${redacted} where ${inArray(sql`id`, telling)}`,
    );
  const { rows: acts } = await tx.execute<{
    id: string;
    details: Record<string, unknown>;
    isTied: boolean;
  }>(sql`
    select id, details, is_tied as "isTied" from (
      select id, details, coalesce(subject_id in (${subjectsOf(id)}) or actor_id = ${id}, false) as is_tied from audit
    ) as entry
    where is_tied or ${hasEmail(sql`details::text`, confirmedEmails)}`);
  for (const act of acts) {
    const words = Object.entries(act.details).filter(
      ([, value]) => typeof value === "string" && (act.isTied ? tells(value) : tellsEmail(value)),
    );
    if (words.length === 0) continue;
    const left = { ...act.details, ...Object.fromEntries(words.map(([key]) => [key, redacted])) };
    await tx.execute(
      sql`update audit set details = ${JSON.stringify(left)}::jsonb where id = ${act.id}`,
    );
  }
}

function hasEmail(words: SQL | Name, emails: readonly string[]): SQL {
  if (emails.length === 0) return sql`false`;
  const each = emails.map((email) => sql`strpos(lower(${words}), ${email}) > 0`);
  return sql`(${sql.join(each, sql` or `)})`;
}
