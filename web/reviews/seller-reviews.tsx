import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { dateFormat } from "#shared/dates/date-format.ts";
import { fewestForAverage } from "#shared/reviews/review.ts";
import type { SellerReviews as Reviews } from "#shared/reviews/review-contract.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { useOlderReviews } from "./use-older-reviews.ts";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** Reviews that are shown without a click. */
const shownAtFirst = 2;

/** What buyers say about a listing's seller: how many, the spread of their stars, and what they wrote, the newest first. */
export function SellerReviews({
  listingId,
  count,
  average,
  spread,
  reviews,
  nextCursor,
}: Reviews & { listingId: string }) {
  if (count === 0) return <p className="mt-3 text-muted">No reviews by buyers yet.</p>;
  return (
    <div className="mt-5">
      <h3 className="font-medium">{`${count === 1 ? "1 review" : `${count} reviews`} by buyers${average !== null ? `, ${average.toFixed(1)} of 5 stars on average` : ""}`}</h3>
      {average === null && (
        <p className="text-sm text-muted">{`An average is shown from ${fewestForAverage} reviews on.`}</p>
      )}
      <Spread spread={spread} />
      <List reviews={reviews.slice(0, shownAtFirst)} />
      {count > shownAtFirst && (
        <details className="mt-3">
          <summary className="cursor-pointer text-muted">{`Show ${count - shownAtFirst} more`}</summary>
          <List reviews={reviews.slice(shownAtFirst)} />
          {nextCursor !== null && (
            <OlderReviews
              key={listingId}
              listingId={listingId}
              count={count}
              nextCursor={nextCursor}
              shown={reviews.length}
            />
          )}
        </details>
      )}
    </div>
  );
}

/** The reviews after the first page. Without JavaScript, it says that there are more. */
function OlderReviews({
  listingId,
  count,
  nextCursor,
  shown,
}: Pick<Reviews, "count" | "nextCursor"> & { listingId: string; shown: number }) {
  const { older, hasMore, state, load } = useOlderReviews(listingId, nextCursor);
  const isHydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  // The button moves down and may go, so the focus goes to the first of the new ones.
  const from = useRef(0);
  useEffect(() => {
    if (older.length === 0) return;
    list.current?.querySelectorAll<HTMLElement>("li")[from.current]?.focus();
    from.current = older.length;
  }, [older]);
  return (
    <>
      <div ref={list}>{older.length > 0 && <List reviews={older} isFocusable />}</div>
      <p role="status" className="mt-3 text-sm text-muted">
        {state === "failed"
          ? "The reviews could not be loaded. Check your connection and try again."
          : `${shown + older.length} of ${count} reviews are shown.`}
      </p>
      {isHydrated && hasMore && (
        <button
          type="button"
          onClick={load}
          aria-busy={state === "loading" || undefined}
          className={`${buttonClass("secondary", "small")} mt-3`}
        >
          {state === "loading" ? "Loading reviews…" : "Show more reviews"}
        </button>
      )}
    </>
  );
}

function Spread({ spread }: Pick<Reviews, "spread">) {
  const all = spread.reduce((sum, reviews) => sum + reviews, 0) || 1;
  return (
    <ul aria-label="Spread of the stars" className="mt-3 space-y-1 text-sm">
      {spread
        .map((reviews, at) => (
          <li key={at} className="flex items-center gap-3">
            <span className="w-14 shrink-0 text-muted">{`${at + 1} ${at === 0 ? "star" : "stars"}`}</span>
            <span aria-hidden="true" className="h-2 grow bg-line">
              <span
                className="block h-full bg-action-ink"
                style={{ width: `${(reviews / all) * 100}%` }}
              />
            </span>
            <span className="w-8 shrink-0 text-right">{reviews}</span>
          </li>
        ))
        .toReversed()}
    </ul>
  );
}

function List({
  reviews,
  isFocusable = false,
}: {
  reviews: readonly Reviews["reviews"][number][];
  isFocusable?: boolean;
}) {
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {reviews.map(({ _id, stars, text, item, writtenAt, answer }) => (
        <li key={_id} tabIndex={isFocusable ? -1 : undefined} className="py-4">
          <p className="flex flex-wrap justify-between gap-x-4">
            <Stars stars={stars} />
            <span className="text-sm text-muted">
              <time dateTime={writtenAt}>{day(writtenAt)}</time>
            </span>
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
          {answer && (
            <p className="mt-2 border-l-2 border-line pl-3 text-muted wrap-anywhere whitespace-pre-line">{`The seller answers: ${answer.text}`}</p>
          )}
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            <span className="wrap-anywhere">
              Bought <bdi>{item}</bdi>
            </span>
            <Link
              to={`/dashboard/reviews?report=${_id}`}
              prefetch="none"
              rel="nofollow"
              className="text-link"
              aria-label={`Report this review of ${day(writtenAt)}`}
            >
              Report
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

// Not shared with the dashboard, for which this page would load another file.
function Stars({ stars }: { stars: number }) {
  return (
    <span className="whitespace-nowrap text-brass-ink">
      <span aria-hidden="true">{"★".repeat(stars) + "☆".repeat(5 - stars)}</span>
      <span className="sr-only">{`${stars} of 5 stars`}</span>
    </span>
  );
}
