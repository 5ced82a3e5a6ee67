import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { importRunTable } from "./import-run-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

export type NewListing = typeof listingTable.$inferInsert;
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

/**
 * Inserts the listings that this seller has not imported before and returns their number. One statement: all or none.
 * The batch is sent as one JSON value: 40,000 separate parameters take longer than the insert itself.
 */
export async function insertNewListings(
  db: Executor,
  listings: readonly Omit<NewListing, "id">[],
): Promise<number> {
  const [first] = listings;
  if (!first) return 0;
  const columns = getTableColumns(listingTable);
  const given = (["id", ...Object.keys(first)] as (keyof typeof columns)[]).map((key) => ({
    key,
    name: columns[key].name,
  }));
  const rows = listings.map((listing) => {
    const values: Record<string, unknown> = { ...listing, id: randomUUID() };
    return Object.fromEntries(given.map(({ key, name }) => [name, values[key]]));
  });
  const names = sql.join(
    given.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const result = await db.execute(sql`
    insert into ${listingTable} (${names})
    select ${names} from json_populate_recordset(null::${listingTable}, ${JSON.stringify(rows)}::json)
    on conflict (seller_id, import_fingerprint) do nothing`);
  return result.rowCount ?? 0;
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
