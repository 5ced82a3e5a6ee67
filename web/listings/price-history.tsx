import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMajor } from "#shared/money/money.ts";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

type PriceHistoryProps = {
  /** Every price in major units, the first one included, oldest first. */
  prices: readonly { price: number; at: string }[];
  daysListed: number;
  currency: string;
};

/** How long a car has been listed, and how its price has changed since. */
export function PriceHistory({ prices, daysListed, currency }: PriceHistoryProps) {
  return (
    <>
      <p>{listedFor(daysListed)}</p>
      {prices.length > 1 ? (
        <ol className="mt-3 divide-y divide-line border-y border-line">
          {prices
            .map((entry, at) => ({ ...entry, before: prices[at - 1]?.price ?? null }))
            .toReversed()
            .map(({ price, at, before }) => (
              <li key={at} className="flex flex-wrap justify-between gap-x-6 py-2">
                <time dateTime={at} className="text-muted">
                  {day(at)}
                </time>
                <span>
                  {before !== null && (
                    <span className="mr-3 text-sm text-muted">
                      {difference(before, price, currency)}
                    </span>
                  )}
                  {formatMajor(price, currency)}
                </span>
              </li>
            ))}
        </ol>
      ) : (
        <p className="mt-1 text-muted">The price has not changed since.</p>
      )}
    </>
  );
}

function listedFor(days: number): string {
  if (days === 0) return "Listed today";
  return `Listed ${days.toLocaleString("en-US")} ${days === 1 ? "day" : "days"} ago`;
}

function difference(before: number, after: number, currency: string): string {
  const by = formatMajor(Math.abs(after - before), currency);
  return after < before ? `${by} less` : `${by} more`;
}
