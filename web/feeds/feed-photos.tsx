import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import type { CarWithFailedPhotos } from "#shared/feeds/feed-photo-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { feedPhotosQuery, useRetryPhotos, type PhotoPage } from "./feed-queries.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";

/** What became of the photos that a feed names: how many are here, wait or failed, and why. */
export function FeedPhotos({ feedId }: { feedId: string }) {
  const query = useInfiniteQuery(feedPhotosQuery(feedId));
  const retry = useRetryPhotos(feedId);
  const heading = useRef<HTMLHeadingElement>(null);
  const counts = query.data?.pages[0];
  // Many feeds name no photos.
  if (query.isPending || (counts && counts.fetched + counts.waiting + counts.failed === 0))
    return null;

  async function tryAgain() {
    const { modifiedCount, message } = await retry.mutateAsync(undefined);
    const photos = modifiedCount === 1 ? "1 photo is" : `${formatNumber(modifiedCount)} photos are`;
    announceOutcome(modifiedCount, message, `${photos} fetched again now`);
    // The button is gone until a photo fails again.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="feed-photos" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="feed-photos" ref={heading} tabIndex={-1} className="display text-2xl">
          Photos
        </h2>
        {counts && counts.failed > 0 && (
          <Button
            look="secondary"
            size="small"
            busy={retry.isPending}
            onClick={() => void tryAgain().catch(() => undefined)}
          >
            Try failed photos again
          </Button>
        )}
      </div>
      {counts && (
        <p role="status" className="mt-1 mb-4 max-w-2xl text-muted">
          {countWords(counts)}
        </p>
      )}
      {(!counts || counts.failed > 0) && (
        <PagedList query={query} empty={null}>
          {(cars) => (
            <ul className="divide-y divide-line border-y border-line">
              {cars.map((car) => (
                <FailedCar key={car._id} car={car} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </section>
  );
}

function countWords({ fetched, waiting, failed }: PhotoPage): string {
  const parts = [
    `${formatNumber(fetched)} fetched`,
    ...(waiting > 0 ? [`${formatNumber(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ];
  const rest = failed > 0 ? " The cars are for sale without those that failed." : "";
  return `${parts.join(", ")}.${rest}`;
}

function FailedCar({ car }: { car: CarWithFailedPhotos }) {
  const { productId, name, identity, nextAttemptAt, photos } = car;
  return (
    <li className="py-3">
      <p className="wrap-anywhere">
        <Link to={`/dashboard/myproduct/${productId}/edit`} className="text-link">
          {name}
        </Link>{" "}
        {identity !== null && <span className="text-sm text-muted">{identity}</span>}
      </p>
      <ul className="mt-1 text-sm">
        {byReason(photos).map(([reason, failed]) => (
          <li key={reason} className="wrap-anywhere">
            {failed.map(({ number, url }, at) => (
              <span key={number}>
                {at > 0 && <span>{", "}</span>}
                <a href={url} rel="noreferrer" className="text-link">{`Photo ${number}`}</a>
              </span>
            ))}
            <span>{`: ${reason}`}</span>
          </li>
        ))}
      </ul>
      {nextAttemptAt !== null && (
        <p className="mt-1 text-sm text-muted">
          Next attempt: <Moment at={nextAttemptAt} />
        </p>
      )}
    </li>
  );
}

/** The photos of a car that failed, together if for the same reason. */
function byReason(photos: CarWithFailedPhotos["photos"]) {
  const reasons = new Map<string, CarWithFailedPhotos["photos"]>();
  for (const photo of photos)
    reasons.set(photo.reason, [...(reasons.get(photo.reason) ?? []), photo]);
  return [...reasons];
}
