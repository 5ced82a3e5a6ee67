import type { SaleChange } from "#server/car-history/public.ts";
import type { PriceHistory } from "./match-store.ts";

/** Why a car is announced for a saved search. `wasMinor` is the earlier, higher price. */
export type News =
  | { kind: "new"; wasMinor: number | null }
  | { kind: "return"; wasMinor: number | null }
  | { kind: "price"; wasMinor: number }
  | { kind: "edit"; wasMinor: null };

type Facts = {
  /** When the car was listed. */
  listedAt: Date;
  priceMinor: number;
  history: PriceHistory;
  /** When the car came on sale and went off it, oldest first. */
  saleChanges: readonly SaleChange[];
  /** Since when the search is watched. */
  watchedSince: Date;
  /** The price at which the car was announced for this search; null if it was not. */
  announcedPriceMinor: number | null;
  /** When an edit made the car match; null if none did. */
  editedAt: Date | null;
};

/**
 * What is new about a car that matches a saved search: it was listed or came back on sale after the search was saved, it
 * costs less than when the search was saved and than when it was last announced, or an edit made it match for the first
 * time. Null if nothing is.
 */
export function decideNews(car: Facts): News | null {
  const { priceMinor, history, announcedPriceMinor, editedAt } = car;
  const isListedLater = car.listedAt >= car.watchedSince;
  const watchedPrice = isListedLater ? null : priceAt(history, car.watchedSince);
  if (announcedPriceMinor === null && isListedLater) {
    const first = history[0]?.priceMinor ?? priceMinor;
    return { kind: "new", wasMinor: priceMinor < first ? first : null };
  }
  if (announcedPriceMinor === null && wasOffSale(car))
    return {
      kind: "return",
      wasMinor: watchedPrice !== null && priceMinor < watchedPrice ? watchedPrice : null,
    };
  const before = Math.min(announcedPriceMinor ?? Infinity, watchedPrice ?? Infinity);
  if (priceMinor < before && before !== Infinity) return { kind: "price", wasMinor: before };
  const isEdited = editedAt !== null && editedAt >= car.watchedSince;
  return isEdited && announcedPriceMinor === null ? { kind: "edit", wasMinor: null } : null;
}

function priceAt(history: PriceHistory, moment: Date): number | null {
  return (history.findLast(({ at }) => at <= moment) ?? history[0])?.priceMinor ?? null;
}

/**
 * Whether the car, which is on sale now, was not when the search was saved. One that went off sale later was seen before.
 * A suspension is no change of the sale.
 */
function wasOffSale({ saleChanges, watchedSince }: Facts): boolean {
  const before = saleChanges.findLast(({ at }) => at <= watchedSince);
  return before?.isOnSale === false && saleChanges.at(-1)!.isOnSale;
}
