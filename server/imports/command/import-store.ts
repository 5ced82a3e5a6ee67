import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { recordCarKeys } from "#server/car-history/public.ts";
import { importRunTable } from "./import-run-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

export type NewListing = typeof listingTable.$inferInsert;
/** A listing to import, and by which keys its history finds it again. */
export type ImportRow = Omit<NewListing, "id"> & { carKeys: readonly string[] };
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
 * Inserts the listings that this seller has not imported before and returns their number. All or none in a transaction.
 * The batch is sent as one JSON value: 40,000 separate parameters take longer than the insert itself.
 */
export async function insertNewListings(
  db: Executor,
  listings: readonly ImportRow[],
): Promise<number> {
  const [first] = listings;
  if (!first) return 0;
  const columns = getTableColumns(listingTable);
  const { carKeys: _, ...facts } = first;
  const given = (["id", ...Object.keys(facts)] as (keyof typeof columns)[]).map((key) => ({
    key,
    name: columns[key].name,
  }));
  const ids = listings.map(() => randomUUID());
  const rows = listings.map((listing, at) => {
    const values: Record<string, unknown> = { ...listing, id: ids[at] };
    return Object.fromEntries(given.map(({ key, name }) => [name, values[key]]));
  });
  const names = sql.join(
    given.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const result = await db.execute<{ id: string }>(sql`
    insert into ${listingTable} (${names})
    select ${names} from json_populate_recordset(null::${listingTable}, ${JSON.stringify(rows)}::json)
    on conflict (seller_id, import_fingerprint) do nothing returning id`);
  const added = new Set(result.rows.map(({ id }) => id));
  await recordCarKeys(
    db,
    listings.flatMap(({ carKeys: keys }, at) =>
      added.has(ids[at]!) ? { listingId: ids[at]!, keys } : [],
    ),
  );
  return added.size;
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
