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
  /** Days for sale, earlier listings included. */
  days: number;
  currency: string;
};

/** How long a car has been for sale, how its price has changed, and what else happened to it. */
export function CarHistory({ events, days, currency }: CarHistoryProps) {
  const rows = withDifferences(events, currency).toReversed();
  const wasAwayBetween = events.some(
    ({ kind, isEarlierListing }) => isEarlierListing || kind === "relisted",
  );
  return (
    <>
      <p>{wasAwayBetween ? `For sale for ${inDays(days)} in all` : listedFor(days)}</p>
      {!events.some(({ kind }) => kind === "price") && (
        <p className="mt-1 text-muted">The price has not changed since.</p>
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

/** The events that are shown, with how much a price differs from the one before. */
function withDifferences(events: readonly CarEvent[], currency: string): Row[] {
  let before: number | null = null;
  return events.flatMap((event) => {
    if (labels[event.kind] === undefined) return [];
    const { price } = event;
    const difference =
      event.kind === "price" && before !== null && price !== null
        ? differenceOf(before, price, currency)
        : null;
    if (price !== null) before = price;
    return { ...event, difference };
  });
}

function Rows({ rows, currency }: { rows: readonly Row[]; currency: string }) {
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {rows.map(({ kind, price, at, difference, isEarlierListing }) => (
        <li key={`${at} ${kind}`} className="flex flex-wrap justify-between gap-x-6 py-2">
          <span className="text-muted">
            <time dateTime={at}>{day(at)}</time>
            {isEarlierListing && <span className="text-sm"> · earlier listing</span>}
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
      ))}
    </ol>
  );
}

function listedFor(days: number): string {
  return days === 0 ? "Listed today" : `Listed ${inDays(days)} ago`;
}

function inDays(days: number): string {
  return `${formatNumber(days)} ${days === 1 ? "day" : "days"}`;
}

function differenceOf(before: number, after: number, currency: string): string {
  const by = formatMajor(Math.abs(after - before), currency);
  return after < before ? `${by} less` : `${by} more`;
}
