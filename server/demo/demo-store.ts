import { and, eq, notInArray, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
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
