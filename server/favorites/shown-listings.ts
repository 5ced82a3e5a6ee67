import { isStillShown } from "#shared/listings/listing-detail.ts";
import { readListingRows, statusOf, type ListingRow } from "#server/catalogue/public.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Whether a car has a page: it is available or reserved, or was sold recently. */
export function isShown(row: ListingRow, now: Date): boolean {
  const status = statusOf(row);
  const isPublic = status === "available" || status === "reserved" || status === "sold";
  return isPublic && !row.isSellerDeleted && isStillShown(row, now);
}

/** The ids that are cars with a page. */
export async function shownListings(
  executor: Executor,
  ids: string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await readListingRows(executor, ids);
  return new Set(rows.filter((row) => isShown(row, now)).map(({ id }) => id));
}
