import { and, desc, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { savedSearchTable } from "#server/saved-searches/saved-search-table.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { auditTable } from "#server/audit/audit-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

const loadedAction = "demo.loaded";

/** Whether the demo may be loaded: only once, and only if there are no other accounts. */
export async function demoIsWanted(db: Executor, demoEmails: readonly string[]): Promise<boolean> {
  const [loaded] = await db
    .select({ id: auditTable.id })
    .from(auditTable)
    .where(eq(auditTable.action, loadedAction))
    .limit(1);
  if (loaded) return false;
  const [stranger] = await db
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(notInArray(accountTable.email, [...demoEmails]))
    .limit(1);
  return !stranger;
}

/** The account with this email, or null. */
export async function findDemoAccount(db: Executor, email: string): Promise<{ id: string } | null> {
  const [account] = await db
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(and(eq(accountTable.email, email), sql`deleted_at is null`));
  return account ?? null;
}

/** The emails of the demo accounts that visitors are told about and that still exist. */
export async function listDemoAccounts(db: Executor): Promise<string[]> {
  const named = ["admin", "seller", "buyer"].map((name) => `${name}@marque.example`);
  const rows = await db
    .select({ email: accountTable.email })
    .from(accountTable)
    .where(and(inArray(accountTable.email, named), sql`deleted_at is null`));
  return named.filter((email) => rows.some((row) => row.email === email));
}

/** Adds the demo's listings. Those that an interrupted start already added stay as they are. */
export async function insertDemoListings(
  db: Executor,
  listings: (typeof listingTable.$inferInsert)[],
): Promise<void> {
  // A statement has at most 65,535 parameters.
  for (let at = 0; at < listings.length; at += 500)
    await db
      .insert(listingTable)
      .values(listings.slice(at, at + 500))
      .onConflictDoNothing();
  await db
    .insert(auditTable)
    .values({ action: loadedAction, details: { listings: listings.length } });
}

/** A demo account as the caller of a use case; null if it was deleted. */
export async function readDemoViewer(db: Executor, email: string): Promise<Viewer | null> {
  const [account] = await db
    .select()
    .from(accountTable)
    .where(and(eq(accountTable.email, email), isNull(accountTable.deletedAt)));
  if (!account) return null;
  const { id: accountId, identityId, name, role, isVerified } = account;
  return { accountId, identityId: identityId ?? "", sessionId: "", name, email, role, isVerified };
}

/** Some of the cars that are not on the home page, the newest first. */
export function listDemoCars(
  db: Executor,
  { sellerId, skip, limit }: { sellerId?: string; skip: number; limit: number },
) {
  return db
    .select({
      id: listingTable.id,
      name: listingTable.name,
      resalePriceMinor: listingTable.resalePriceMinor,
    })
    .from(listingTable)
    .where(
      and(
        eq(listingTable.isAdvertised, false),
        sellerId === undefined ? undefined : eq(listingTable.sellerId, sellerId),
      ),
    )
    .orderBy(desc(listingTable.createdAt))
    .offset(skip)
    .limit(limit);
}

/** Makes the searches of an account look as if it had saved them some days ago. */
export async function backdateSavedSearches(
  db: Executor,
  accountId: string,
  days: number,
): Promise<void> {
  // Each by the same time, which keeps their order.
  const then = sql`${savedSearchTable.createdAt} - make_interval(days => ${days})`;
  await db
    .update(savedSearchTable)
    .set({ createdAt: then, watchedSince: then, seenAt: then })
    .where(eq(savedSearchTable.accountId, accountId));
}

/** Makes a hold expire now. */
export async function endHoldNow(db: Executor, bookingId: string): Promise<void> {
  await db
    .update(bookingTable)
    .set({ expiresAt: sql`now() - interval '1 minute'` })
    .where(eq(bookingTable.id, bookingId));
}

/** Whether an account has a booking with an account that is not part of the demo. */
export async function hasBookingWithOthers(
  tx: Executor,
  email: string,
  demoEmails: readonly string[],
): Promise<boolean> {
  const buyer = alias(accountTable, "buyer");
  const [booking] = await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .innerJoin(buyer, eq(buyer.id, bookingTable.buyerId))
    .where(
      or(
        and(eq(accountTable.email, email), notInArray(buyer.email, [...demoEmails])),
        and(eq(buyer.email, email), notInArray(accountTable.email, [...demoEmails])),
      ),
    )
    .limit(1);
  return booking !== undefined;
}
