import { and, asc, eq, inArray } from "drizzle-orm";
import { isOnSaleAfter } from "#shared/car-history/car-event.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carEventTable } from "./car-event-table.ts";

/** When a listing came on sale or went off it. */
export type SaleChange = { at: Date; isOnSale: boolean };

/** Those of the given listings, or of all, that were off sale and came back. */
export async function listRelisted(
  executor: Executor,
  ids: readonly string[] | null,
): Promise<Set<string>> {
  const { listingId, kind } = carEventTable;
  const rows = await executor
    .selectDistinct({ listingId })
    .from(carEventTable)
    .where(and(eq(kind, "relisted"), ids === null ? undefined : inArray(listingId, [...ids])));
  return new Set(rows.map((row) => row.listingId));
}

/** When these listings came on sale and went off it, oldest first. */
export async function readSaleChanges(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, SaleChange[]>> {
  const changes = new Map<string, SaleChange[]>();
  if (ids.length === 0) return changes;
  const { listingId, kind, at, id } = carEventTable;
  const rows = await executor
    .select({ listingId, kind, at })
    .from(carEventTable)
    .where(inArray(listingId, [...ids]))
    .orderBy(asc(id));
  for (const row of rows) {
    const isOnSale = isOnSaleAfter(row.kind);
    if (isOnSale === null) continue;
    const ofListing = changes.get(row.listingId) ?? [];
    ofListing.push({ at: row.at, isOnSale });
    changes.set(row.listingId, ofListing);
  }
  return changes;
}
