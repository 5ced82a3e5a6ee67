import type { CarEvent, CarEventKind } from "#shared/car-history/car-event.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";

// In UTC, so that a day is the same for every reader.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** What visitors read of each event. The others say nothing about the car. */
const labels: Partial<Record<CarEventKind, string>> = {
  listed: "Listed",
  price: "",
  reserved: "Reserved",
  released: "Reservation ended",
  sold: "Sold",
  sale_reversed: "Sale reversed",
  withdrawn: "Taken off sale",
  removed: "Removed by an admin",
  lapsed: "Off sale, not confirmed by the seller",
  relisted: "For sale again",
};

type History = {
  /** The oldest first. */
  events: readonly CarEvent[];
  /** Days for sale until it was sold, earlier listings included. */
  days: number;
  isSold: boolean;
  /** False while the history cannot be read. */
  isKnown: boolean;
  currency: string;
};

export type DescribedHistory = {
  timeForSale: string;
  /** Says that the price has not changed; null if it has, or if that is not known. */
  steadyPrice: string | null;
  /** The newest first. */
  rows: DescribedEvent[];
};

export type DescribedEvent = {
  key: string;
  at: string;
  day: string;
  /** Which listing of the car it was, if it was another one. */
  listing: string;
  notes: string[];
  price: string | null;
};

/**
 * How long a car has been for sale, how its price has changed, and what else happened to it, in words. The page's loader
 * asks for it, so that browsers need no code for it. Null while it is not known.
 */
export function describeHistory({
  events,
  days,
  isSold,
  isKnown,
  currency,
}: History): DescribedHistory | null {
  if (!isKnown) return null;
  const prices = new Set(
    events.flatMap((event) => (event.isLaterListing ? [] : (event.price ?? []))),
  );
  const steady = isSold ? "The price did not change." : "The price has not changed since.";
  return {
    timeForSale: timeForSale(events, days, isSold),
    steadyPrice: prices.size === 1 ? steady : null,
    rows: describeEvents(events, currency).toReversed(),
  };
}

/** Events that state an asking price. A sale is for the price of its booking, which may be an earlier one. */
const asks = new Set<CarEventKind>(["listed", "price", "relisted"]);

/**
 * The events that are shown, with how much an asking price differs from the one before: a new price from that of its
 * listing, and a new listing from whichever was last.
 */
function describeEvents(events: readonly CarEvent[], currency: string): DescribedEvent[] {
  let last: number | null = null;
  const lastOf = new Map<string, number>();
  return events.flatMap((event) => {
    const { price, kind, at } = event;
    const label = labels[kind];
    if (label === undefined) return [];
    const listing = otherListing(event);
    let difference: string | null = null;
    if (price !== null && asks.has(kind)) {
      const before = kind === "listed" ? last : (lastOf.get(listing) ?? last);
      last = price;
      lastOf.set(listing, price);
      difference = differenceOf(before, price, currency);
    }
    return {
      key: `${at} ${kind} ${listing}`,
      at,
      day: day(at),
      listing,
      notes: [label, difference ?? ""].filter(Boolean),
      price: price === null ? null : formatMajor(price, currency),
    };
  });
}

function otherListing({ isEarlierListing, isLaterListing }: CarEvent): string {
  if (isEarlierListing) return "earlier listing";
  return isLaterListing ? "later listing" : "";
}

function timeForSale(events: readonly CarEvent[], days: number, isSold: boolean): string {
  const wasAwayBetween = events.some(
    ({ kind, isEarlierListing, isLaterListing }) =>
      isEarlierListing || (kind === "relisted" && !isLaterListing),
  );
  if (isSold) {
    if (wasAwayBetween) return `Sold after ${inDays(days)} for sale in all`;
    return days === 0 ? "Sold within a day" : `Sold after ${inDays(days)}`;
  }
  if (wasAwayBetween) return `For sale for ${inDays(days)} in all`;
  return days === 0 ? "Listed today" : `Listed ${inDays(days)} ago`;
}

function inDays(days: number): string {
  return `${formatNumber(days)} ${days === 1 ? "day" : "days"}`;
}

function differenceOf(before: number | null, after: number, currency: string): string | null {
  if (before === null || before === after) return null;
  const by = formatMajor(Math.abs(after - before), currency);
  return after < before ? `${by} less` : `${by} more`;
}
