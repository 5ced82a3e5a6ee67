import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

export type NewListing = typeof listingTable.$inferInsert;
export type Seller = { id: string; role: Role; phone: string; location: string };

/** The live account with this email (lower case), or null. */
export async function findSeller(db: Executor, email: string): Promise<Seller | null> {
  const { id, role, phone, location } = accountTable;
  const [seller] = await db.select({ id, role, phone, location }).from(accountTable).where(and(eq(accountTable.email, email), isNull(accountTable.deletedAt)));
  return seller ?? null;
}

/** Adds the listings that this seller has not imported before; answers how many they were. One statement: all or none. */
export async function insertNewListings(db: Executor, listings: readonly Omit<NewListing, "id">[]): Promise<number> {
  if (listings.length === 0) return 0;
  const inserted = await db
    .insert(listingTable)
    .values(listings.map((listing) => ({ ...listing, id: randomUUID() })))
    .onConflictDoNothing({ target: [listingTable.sellerId, listingTable.importFingerprint] })
    .returning({ id: listingTable.id });
  return inserted.length;
}

/** Those of the fingerprints that this seller has imported before. */
export async function findImported(db: Executor, sellerId: string, fingerprints: readonly string[]): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const rows = await db
    .select({ fingerprint: listingTable.importFingerprint })
    .from(listingTable)
    .where(and(eq(listingTable.sellerId, sellerId), inArray(listingTable.importFingerprint, [...fingerprints])));
  return new Set(rows.map(({ fingerprint }) => fingerprint).filter((fingerprint) => fingerprint !== null));
}
