import type { CarFlagAnswer } from "#shared/car-history/car-history-contract.ts";
import { readFlags } from "./list-flagged-cars.ts";
import { daysOnMarket, soldAtOf, type CarEvent } from "#shared/car-history/car-event.ts";
import { toMajor } from "#shared/money/money.ts";
import type { Deps } from "#server/deps.ts";
import { readCarEvents } from "./car-key-store.ts";

/**
 * What happened to a car, the oldest first, and on how many days it was for sale until now or until it was sold; earlier
 * listings of it included.
 */
export async function readCarHistory(
  { db, config }: Pick<Deps, "db" | "config">,
  listingId: string,
  now: Date,
): Promise<{ events: CarEvent[]; daysOnMarket: number; flags: CarFlagAnswer[] }> {
  const [rows, flags] = await Promise.all([readCarEvents(db, listingId), readFlags(db, listingId)]);
  const begins = new Map<string, number>();
  for (const [at, row] of rows.entries())
    if (!begins.has(row.listingId)) begins.set(row.listingId, at);
  const ownBegin = begins.get(listingId) ?? rows.length;
  const events = rows.map((row): CarEvent => ({
    kind: row.kind,
    price: row.priceMinor === null ? null : toMajor(row.priceMinor, config.CURRENCY),
    at: row.at.toISOString(),
    isEarlierListing: begins.get(row.listingId)! < ownBegin,
    isLaterListing: begins.get(row.listingId)! > ownBegin,
  }));
  const soldAt = soldAtOf(rows.filter((row) => row.listingId === listingId));
  const moves = rows.map(({ kind, at, listingId: id }) => ({
    kind,
    at: at.toISOString(),
    listingId: id,
  }));
  return { events, daysOnMarket: daysOnMarket(moves, soldAt ?? now), flags };
}
