import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { importRunTable } from "./import-run-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

type ImportRun = Omit<typeof importRunTable.$inferInsert, "id" | "endedAt">;

/** Records that an import ended. */
export async function recordImport(db: Executor, run: ImportRun): Promise<void> {
  await db.insert(importRunTable).values(run);
}

export type Seller = { id: string; role: Role; phone: string; location: string };

/** The live account with this email (lower case), or null. */
export async function findSeller(db: Executor, email: string): Promise<Seller | null> {
  const { id, role, phone, location } = accountTable;
  const [seller] = await db
    .select({ id, role, phone, location })
    .from(accountTable)
    .where(and(eq(accountTable.email, email), isNull(accountTable.deletedAt)));
  return seller ?? null;
}

/** Which of the fingerprints this seller has imported before. */
export async function findImported(
  db: Executor,
  sellerId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const rows = await db
    .select({ fingerprint: listingTable.importFingerprint })
    .from(listingTable)
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        inArray(listingTable.importFingerprint, [...fingerprints]),
      ),
    );
  return new Set(
    rows.map(({ fingerprint }) => fingerprint).filter((fingerprint) => fingerprint !== null),
  );
}
