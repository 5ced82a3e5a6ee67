import type { Executor } from "#server/platform/database/database.ts";
import { endChecksOfOtherCars } from "#server/seller-checks/public.ts";
import { writeShown } from "./stock-store.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/**
 * Sets the facts of listings that the caller has locked. If a listing becomes another car, the check of an admin who
 * saw the first one ends.
 */
export async function changeShown(
  tx: Executor,
  listings: readonly { id: string; shown: FeedFacts }[],
): Promise<void> {
  const cars = listings.map(({ id, shown: { make, model, year, vin } }) => ({
    id,
    make,
    model,
    year,
    vin,
  }));
  await endChecksOfOtherCars(tx, cars, new Date());
  await writeShown(tx, listings);
}
