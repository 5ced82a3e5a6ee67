import type { DescribedEvent, DescribedHistory } from "./describe-history.ts";

/** Events that are shown without a click. */
const shownAtFirst = 8;

/** How long a car has been for sale, how its price has changed, and what else happened to it. */
export function CarHistory({ history }: { history: DescribedHistory | null }) {
  if (!history) return <p>The history is not available right now. Try again in a few minutes.</p>;
  const { timeForSale, steadyPrice, rows } = history;
  return (
    <>
      <p>{timeForSale}</p>
      {steadyPrice && <p className="mt-1 text-muted">{steadyPrice}</p>}
      {rows.length > 1 && <Rows rows={rows.slice(0, shownAtFirst)} />}
      {rows.length > shownAtFirst && (
        <details className="mt-3">
          <summary className="cursor-pointer text-muted">{`Show ${rows.length - shownAtFirst} earlier entries`}</summary>
          <Rows rows={rows.slice(shownAtFirst)} />
        </details>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly DescribedEvent[] }) {
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {rows.map(({ key, at, day, listing, notes, price }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-6 py-2">
          <span className="text-muted">
            <time dateTime={at}>{day}</time>
            {listing && <span className="text-sm">{` · ${listing}`}</span>}
          </span>
          <span className="flex flex-wrap items-baseline justify-end gap-x-3">
            {notes.map((note) => (
              <span key={note} className="text-sm text-muted">
                {note}
              </span>
            ))}
            {price !== null && <span>{price}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
