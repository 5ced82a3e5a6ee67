import { getTableColumns, sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { rowsOf } from "#server/platform/database/rows-of.ts";
import { feedFields, type FeedFacts } from "./listing-facts.ts";

/** A car that a file states, to be listed. */
export type NewCar = {
  id: string;
  facts: FeedFacts;
  /** Keeps the same row of another import out; null for a car that may repeat one. */
  fingerprint: string | null;
  sourceFile: string;
  sourceRow: number | null;
};

const columns = getTableColumns(listingTable);

/** A listing's columns with what a file states, by their names in the database. */
export const listingColumnsOf = (facts: FeedFacts) => ({
  ...Object.fromEntries(feedFields.map((field) => [columns[field].name, facts[field]])),
  [columns.details.name]: facts.details ?? null,
});

/** Lists cars of a seller, apart from those that they imported before. Returns the ids of those that are new. */
export async function insertCars(
  tx: Executor,
  seller: { id: string; phone: string },
  cars: readonly NewCar[],
): Promise<Set<string>> {
  if (cars.length === 0) return new Set();
  const rows = cars.map(({ id, facts, fingerprint, sourceFile, sourceRow }) => ({
    id,
    ...listingColumnsOf(facts),
    [columns.sellerId.name]: seller.id,
    [columns.phone.name]: seller.phone,
    [columns.sourceFile.name]: sourceFile,
    [columns.sourceRow.name]: sourceRow,
    [columns.importFingerprint.name]: fingerprint,
  }));
  const names = sql.join(
    Object.keys(rows[0]!).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const { rows: inserted } = await tx.execute<{ id: string }>(sql`
    insert into ${listingTable} (${names}) select ${names} from ${rowsOf(sql`${listingTable}`, rows)}
    on conflict (seller_id, import_fingerprint) do nothing returning id`);
  return new Set(inserted.map(({ id }) => id));
}
