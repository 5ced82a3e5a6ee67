import type { CarEvent, CarEventKind } from "#shared/car-history/car-event.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";

// In UTC, so that server and browser render the same.
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

/** Events that are shown without a click. */
const shownAtFirst = 8;

type CarHistoryProps = {
  /** The oldest first. */
  events: readonly CarEvent[];
  /** Days for sale until it was sold, earlier listings included. */
  days: number;
  isSold: boolean;
  /** False while the history cannot be read. */
  isKnown: boolean;
  currency: string;
};

/** How long a car has been for sale, how its price has changed, and what else happened to it. */
export function CarHistory({ events, days, isSold, isKnown, currency }: CarHistoryProps) {
  if (!isKnown) return <p>The history is not available right now. Try again in a few minutes.</p>;
  const rows = withDifferences(events, currency).toReversed();
  const prices = new Set(
    events.flatMap((event) => (event.isLaterListing ? [] : (event.price ?? []))),
  );
  return (
    <>
      <p>{timeForSale(events, days, isSold)}</p>
      {prices.size === 1 && (
        <p className="mt-1 text-muted">
          {isSold ? "The price did not change." : "The price has not changed since."}
        </p>
      )}
      {rows.length > 1 && <Rows rows={rows.slice(0, shownAtFirst)} currency={currency} />}
      {rows.length > shownAtFirst && (
        <details className="mt-3">
          <summary className="cursor-pointer text-muted">
            Show {rows.length - shownAtFirst} earlier entries
          </summary>
          <Rows rows={rows.slice(shownAtFirst)} currency={currency} />
        </details>
      )}
    </>
  );
}

type Row = CarEvent & { difference: string | null };

/** Events that state an asking price. A sale is for the price of its booking, which may be an earlier one. */
const asks = new Set<CarEventKind>(["listed", "price", "relisted"]);

/**
 * The events that are shown, with how much an asking price differs from the one before: a new price from that of its
 * listing, and a new listing from whichever was last.
 */
function withDifferences(events: readonly CarEvent[], currency: string): Row[] {
  let last: number | null = null;
  const lastOf = new Map<string, number>();
  return events.flatMap((event) => {
    if (labels[event.kind] === undefined) return [];
    const { price, kind } = event;
    if (price === null || !asks.has(kind)) return [{ ...event, difference: null }];
    const listing = otherListing(event);
    const before = kind === "listed" ? last : (lastOf.get(listing) ?? last);
    last = price;
    lastOf.set(listing, price);
    return [{ ...event, difference: differenceOf(before, price, currency) }];
  });
}

/** Which listing of the car it was, if it was another one. */
function otherListing({ isEarlierListing, isLaterListing }: CarEvent): string {
  if (isEarlierListing) return "earlier listing";
  return isLaterListing ? "later listing" : "";
}

function Rows({ rows, currency }: { rows: readonly Row[]; currency: string }) {
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {rows.map((row) => {
        const { kind, price, at, difference } = row;
        const listing = otherListing(row);
        return (
          <li
            key={`${at} ${kind} ${listing}`}
            className="flex flex-wrap justify-between gap-x-6 py-2"
          >
            <span className="text-muted">
              <time dateTime={at}>{day(at)}</time>
              {listing && <span className="text-sm"> · {listing}</span>}
            </span>
            <span className="flex flex-wrap items-baseline justify-end gap-x-3">
              {[labels[kind], difference].map(
                (note) =>
                  note && (
                    <span key={note} className="text-sm text-muted">
                      {note}
                    </span>
                  ),
              )}
              {price !== null && <span>{formatMajor(price, currency)}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
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
