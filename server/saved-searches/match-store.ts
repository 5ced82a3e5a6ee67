import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { emailTable } from "#server/email/email-table.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { listingPriceChangeTable, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  savedSearchEmailTable,
  savedSearchMatchTable,
  savedSearchProgressTable,
  savedSearchTable,
} from "./saved-search-table.ts";

/** Where in the change feed the next run starts; null if that is longer ago than the feed is kept. */
export async function readProgress(
  executor: Executor,
): Promise<{ since: string; latest: string } | null> {
  const [progress] = await executor
    .select({ since: savedSearchProgressTable.since, latest: savedSearchProgressTable.latest })
    .from(savedSearchProgressTable)
    .where(sql`${savedSearchProgressTable.at} > now() - interval '12 hours'`);
  return progress ?? null;
}

export async function writeProgress(
  executor: Executor,
  progress: { since: string; latest: string },
): Promise<void> {
  const values = { ...progress, at: sql`now()` };
  await executor
    .insert(savedSearchProgressTable)
    .values(values)
    .onConflictDoUpdate({ target: savedSearchProgressTable.id, set: values });
}

/** Those of the given cars, or of all cars, whose price has changed since they were listed. */
export async function listRepriced(
  executor: Executor,
  ids: readonly string[] | null,
): Promise<Set<string>> {
  const { listingId } = listingPriceChangeTable;
  const rows = await executor
    .select({ listingId })
    .from(listingPriceChangeTable)
    .where(ids === null ? undefined : inArray(listingId, [...ids]))
    .groupBy(listingId)
    .having(sql`count(*) > 1`);
  return new Set(rows.map((row) => row.listingId));
}

export type PriceHistory = { priceMinor: number; at: Date }[];

/** Every price of these cars, oldest first. */
export async function readPriceHistories(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, PriceHistory>> {
  const histories = new Map<string, PriceHistory>();
  if (ids.length === 0) return histories;
  const { listingId, priceMinor, at, id } = listingPriceChangeTable;
  const rows = await executor
    .select({ listingId, priceMinor, at })
    .from(listingPriceChangeTable)
    .where(inArray(listingId, [...ids]))
    .orderBy(asc(id));
  for (const row of rows) {
    const history = histories.get(row.listingId) ?? [];
    history.push({ priceMinor: row.priceMinor, at: row.at });
    histories.set(row.listingId, history);
  }
  return histories;
}

type KnownMatch = { announcedPriceMinor: number | null; editedAt: Date | null };

/** Which of these cars, or of all, were announced for these searches or match since an edit: by saved search and car. */
export async function readKnownMatches(
  executor: Executor,
  searchIds: readonly string[],
  listingIds: readonly string[] | null,
): Promise<Map<string, KnownMatch>> {
  if (searchIds.length === 0) return new Map();
  const { searchId, listingId, announcedPriceMinor, editedAt } = savedSearchMatchTable;
  const rows = await executor
    .select({ searchId, listingId, announcedPriceMinor, editedAt })
    .from(savedSearchMatchTable)
    .where(
      and(
        inArray(searchId, [...searchIds]),
        listingIds === null ? undefined : inArray(listingId, [...listingIds]),
        or(isNotNull(announcedPriceMinor), isNotNull(editedAt)),
      ),
    );
  return new Map(rows.map((row) => [`${row.searchId} ${row.listingId}`, row]));
}

export type FoundMatch = { searchId: string; listingId: string };

/** Stores cars that are to be announced. One that was already found keeps its time. */
export async function insertFound(
  executor: Executor,
  matches: (FoundMatch & { editedAt: Date | null })[],
): Promise<void> {
  for (let at = 0; at < matches.length; at += 1_000) {
    const some = matches.slice(at, at + 1_000);
    // Joined, because a search or a car may have been deleted in the meantime.
    await executor.execute(sql`
      insert into saved_search_match (search_id, listing_id, found_at, edited_at)
      select search.id, listing.id, now(), found.edited_at
      from unnest(${sql.param(some.map(({ searchId }) => searchId))}::uuid[],
        ${sql.param(some.map(({ listingId }) => listingId))}::uuid[],
        ${sql.param(some.map(({ editedAt }) => editedAt?.toISOString() ?? null))}::timestamptz[])
        as found (search_id, listing_id, edited_at)
      join saved_search as search on search.id = found.search_id
      join listing on listing.id = found.listing_id
      on conflict (search_id, listing_id)
      do update set found_at = coalesce(saved_search_match.found_at, now()),
        edited_at = coalesce(saved_search_match.edited_at, excluded.edited_at)`);
  }
}

/**
 * Whether an account may get an email now: its address is confirmed, it is not suspended, and its last email about saved
 * searches was sent a day ago. With a mail server (`waitsForSending`), one that is not sent yet counts as well.
 */
function mayEmail(waitsForSending: boolean) {
  const last = savedSearchEmailTable;
  const isRecent = sql`${last.at} > now() - interval '1 day' or exists (
    select from ${emailTable} where ${emailTable.id} = ${last.emailId}
      and (${emailTable.sentAt} > now() - interval '1 day'
        or (${waitsForSending} and ${emailTable.sentAt} is null)))`;
  return and(
    isNull(accountTable.deletedAt),
    isNull(accountTable.suspendedAt),
    sql`exists (select from ${identityUserTable}
      where ${identityUserTable.id} = ${accountTable.identityId} and ${identityUserTable.emailVerified}
        and ${identityUserTable.email} = ${accountTable.email})`,
    sql`not exists (select from ${last} where ${last.accountId} = ${accountTable.id} and (${isRecent}))`,
  );
}

/** A page of the accounts that have cars to be announced and may get an email now, by id. */
export async function listRecipients(
  executor: Executor,
  { after, limit, waitsForSending }: { after: string; limit: number; waitsForSending: boolean },
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ id: accountTable.id })
    .from(savedSearchMatchTable)
    .innerJoin(savedSearchTable, eq(savedSearchTable.id, savedSearchMatchTable.searchId))
    .innerJoin(accountTable, eq(accountTable.id, savedSearchTable.accountId))
    .where(
      and(
        isNotNull(savedSearchMatchTable.foundAt),
        savedSearchTable.emailsOn,
        gt(accountTable.id, after),
        mayEmail(waitsForSending),
      ),
    )
    .orderBy(asc(accountTable.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The recipient, or null if the account may not get an email now. */
export async function readRecipient(
  tx: Executor,
  accountId: string,
  waitsForSending: boolean,
): Promise<{ name: string; email: string } | null> {
  const [recipient] = await tx
    .select({ name: accountTable.name, email: accountTable.email })
    .from(accountTable)
    .where(and(eq(accountTable.id, accountId), mayEmail(waitsForSending)));
  return recipient ?? null;
}

/** The cars that are to be announced to an account, with their searches. */
export function listFound(tx: Executor, accountId: string) {
  return tx
    .select({
      searchId: savedSearchTable.id,
      name: savedSearchTable.name,
      search: savedSearchTable.search,
      watchedSince: savedSearchTable.watchedSince,
      listingId: savedSearchMatchTable.listingId,
      announcedPriceMinor: savedSearchMatchTable.announcedPriceMinor,
      editedAt: savedSearchMatchTable.editedAt,
    })
    .from(savedSearchMatchTable)
    .innerJoin(savedSearchTable, eq(savedSearchTable.id, savedSearchMatchTable.searchId))
    .where(
      and(
        eq(savedSearchTable.accountId, accountId),
        savedSearchTable.emailsOn,
        isNotNull(savedSearchMatchTable.foundAt),
      ),
    )
    .orderBy(asc(savedSearchTable.createdAt), asc(savedSearchTable.id));
}

/** Marks cars as announced by an email at their price. */
export async function markAnnounced(
  tx: Executor,
  emailId: string,
  announced: (FoundMatch & { priceMinor: number })[],
): Promise<void> {
  for (let at = 0; at < announced.length; at += 1_000) {
    const some = announced.slice(at, at + 1_000);
    await tx.execute(sql`
      update saved_search_match as matched
      set found_at = null, announced_at = now(), announced_price_minor = done.price_minor,
        announced_before_minor = matched.announced_price_minor, email_id = ${emailId}
      from unnest(${sql.param(some.map(({ searchId }) => searchId))}::uuid[],
        ${sql.param(some.map(({ listingId }) => listingId))}::uuid[],
        ${sql.param(some.map(({ priceMinor }) => priceMinor))}::bigint[])
        as done (search_id, listing_id, price_minor)
      where matched.search_id = done.search_id and matched.listing_id = done.listing_id`);
  }
}

/**
 * Drops the cars of an account that are to be announced but no longer fit. A later change finds them again; for a car
 * that an edit made match, the row remembers the edit.
 */
export async function dropFound(tx: Executor, accountId: string): Promise<void> {
  const stale = sql`found_at is not null
    and search_id in (select id from saved_search where account_id = ${accountId} and emails_on)`;
  await tx.execute(
    sql`delete from saved_search_match
      where ${stale} and announced_price_minor is null and edited_at is null`,
  );
  await tx.execute(sql`update saved_search_match set found_at = null where ${stale}`);
}

export async function writeLastEmail(
  tx: Executor,
  accountId: string,
  emailId: string,
): Promise<void> {
  const values = { emailId, at: sql`now()` };
  await tx
    .insert(savedSearchEmailTable)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: savedSearchEmailTable.accountId, set: values });
}

/** The last email to an account, if it announced a car for this search, or for any without one. */
export async function readLastEmail(
  tx: Executor,
  { accountId, searchId }: { accountId: string; searchId?: string },
): Promise<string | null> {
  const { rows } = await tx.execute<{ email_id: string }>(sql`
    select email_id from saved_search_email as last where account_id = ${accountId} and exists (
      select from saved_search_match as matched where matched.email_id = last.email_id
        and search_id in (select id from saved_search where account_id = ${accountId})
        ${searchId === undefined ? sql`` : sql`and search_id = ${searchId}`})`);
  return rows[0]?.email_id ?? null;
}

/** Marks the cars of an unsent email as to be announced again, and lets the next email follow at once. */
export async function undoLastEmail(
  tx: Executor,
  accountId: string,
  emailId: string,
): Promise<void> {
  await tx.execute(sql`
    update saved_search_match set found_at = now(), announced_at = null, email_id = null,
      announced_price_minor = announced_before_minor, announced_before_minor = null
    where email_id = ${emailId}
      and search_id in (select id from saved_search where account_id = ${accountId})`);
  await tx.execute(sql`delete from saved_search_email where account_id = ${accountId}`);
}

/**
 * Deletes what is no longer needed: cars that were found a month ago and never announced, because the account gets no
 * emails, and announced cars that were withdrawn, removed or sold three months ago.
 */
export async function pruneMatches(executor: Executor): Promise<void> {
  await executor.execute(sql`
    delete from saved_search_match
    where found_at < now() - interval '30 days' and announced_price_minor is null`);
  await executor.execute(sql`
    update saved_search_match set found_at = null where found_at < now() - interval '30 days'`);
  const longAgo = sql`now() - interval '90 days'`;
  await executor.execute(sql`
    delete from saved_search_match where found_at is null and listing_id in (
      select id from ${listingTable}
      where ${listingTable.withdrawnAt} < ${longAgo} or ${listingTable.removedAt} < ${longAgo}
      union all
      select ${bookingTable.listingId} from ${bookingTable}
      where ${isSold} and ${bookingTable.createdAt} < ${longAgo})`);
}
