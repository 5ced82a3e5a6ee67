import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { CarGridSkeleton } from "#web/listings/card/car-grid-skeleton.tsx";
import { carsLabel, MoreLink } from "#web/listings/card/more-link.tsx";
import { useKeptData } from "#web/platform/use-kept-page.ts";
import { useLateModule } from "#web/platform/loading/use-late-module.ts";
import { FilterColumn } from "#web/search/filter-column.tsx";
import { searchHref, type SearchBase } from "#web/search/page-search.ts";
import { SearchField } from "#web/search/search-field.tsx";
import { NoResults, SearchNotes } from "#web/search/search-parts.tsx";
import { useShownResults } from "#web/search/shown-results.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadingBar } from "#web/ui/loading-bar.tsx";
import { cardExtras } from "../car/card-extras.tsx";
import { ListingDialogs } from "../car/listing-dialogs.tsx";
import type { FirstSearch } from "./first-search.ts";
import { useOwnHolds } from "../car/use-own-holds.tsx";
import { ResultsBar } from "./results-bar.tsx";
import { usePageSearch } from "./use-page-search.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

type SearchResultsProps = {
  base: SearchBase;
  /** What the server found for the URL that opened the page; null in the browser, which then asks the API. */
  first: FirstSearch | null;
  /** Whether `first` is to be asked for again. */
  isOld?: boolean | undefined;
  /** The page's data with this answer, for when the visitor comes back to it. */
  dataOf: (first: FirstSearch) => object;
  /** Above the search field; `total` is null without an answer. Without words that were not searched for. */
  heading: (results: { total: number | null; search: Search }) => Elements;
  /** Replaces the results if the shop has no such cars at all. */
  empty?: Elements;
};

/** A search with its filters and results. All state is in the URL. */
export function SearchResults({
  base,
  first,
  isOld = false,
  dataOf,
  heading,
  empty,
}: SearchResultsProps) {
  const { shown, go, cursor, query, answer, current } = usePageSearch(base, first, isOld);
  useKeptData(current && dataOf(current));
  useShownResults(searchHref(base, shown), answer?.total ?? null);
  // After a failure, `answer` is that of an earlier search.
  const announced = query.isError ? query.data : answer;
  const hasFilters = searchParameters({ ...shown, sort: undefined }).size > 0;
  if (empty && answer?.total === 0 && !hasFilters)
    return (
      <>
        {heading({ total: 0, search: shown })}
        {empty}
      </>
    );
  return (
    <>
      {/* The heading must not claim words that describe none of these cars. */}
      {heading({ total: announced?.total ?? null, search: announced?.notes[0] ? {} : shown })}
      <div className="mt-3 max-w-3xl lg:mt-4">
        <SearchField
          label="Search these cars"
          base={base}
          search={shown}
          placeholder={base.make === null ? undefined : `Search ${base.make} cars`}
        />
      </div>
      <ResultsBar
        base={base}
        search={shown}
        answer={answer}
        canSave={hasFilters || base.make !== null}
        position={query.data ? carsLabel(pageOf(query.data)) : ""}
        isFirstPage={cursor === null}
        onChange={go}
      />
      {announced && <SearchNotes notes={announced.notes} />}
      <div className="mt-4 grid gap-x-10 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <FilterColumn base={base} search={shown} answer={answer} onChange={go} />
        <section
          // Where the filters' link leads to (filter-form.tsx).
          id="results"
          aria-label="Results"
          aria-busy={query.isFetching && !current}
          className="relative min-h-96 scroll-mt-24"
        >
          <Found base={base} first={first} query={query} isFirstPage={cursor === null} />
        </section>
      </div>
    </>
  );
}

function Found({
  base,
  first,
  query,
  isFirstPage,
}: {
  base: SearchBase;
  first: FirstSearch | null;
  query: UseQueryResult<PageSearchAnswer>;
  isFirstPage: boolean;
}) {
  const ownHolds = useOwnHolds();
  const { data: answer, isError, isFetching, isPlaceholderData, refetch } = query;
  // The next page starts with its first cars. A change of the search leaves the cards' place as high as it is.
  const [page, setPage] = useState(answer?.previousCursor);
  if (answer?.previousCursor && answer.previousCursor !== page) setPage(answer.previousCursor);
  const dialogs = (
    <ListingDialogs
      products={[...(answer?.listings ?? []), ...(first?.dialogProducts ?? [])]}
      ownHolds={ownHolds}
    />
  );
  if (!answer)
    return isError ? (
      <ErrorState
        title="We could not load the cars"
        message="Check your connection, then try again."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <>
        <p role="status" className="sr-only">
          Loading the cars
        </p>
        <CarGridSkeleton isBeside />
      </>
    );
  return (
    <>
      {dialogs}
      {isPlaceholderData && <LoadingBar label="Loading the cars" />}
      <div aria-busy={isPlaceholderData || undefined}>
        {answer.listings.length > 0 ? (
          <CarGrid
            key={page}
            products={answer.listings}
            ownHoldOf={ownHolds.cardOf}
            extrasOf={cardExtras}
            heading="h2"
            eagerCount={3}
            isBeside
            leadsToPage={base.make === null}
          />
        ) : (
          <>
            <NoResults answer={answer} base={base} />
            <RecentlyViewed />
          </>
        )}
        <MoreLink {...pageOf(answer)} isFirstPage={isFirstPage} />
      </div>
    </>
  );
}

function pageOf(answer: PageSearchAnswer) {
  return { ...answer, shown: answer.listings.length };
}

/** Only shown where nothing was found, so its code is loaded there. */
function RecentlyViewed() {
  const { module } = useLateModule(true, loadRecentlyViewed);
  return module && <module.RecentlyViewedCars />;
}

const loadRecentlyViewed = () => import("../recently-viewed-cars.tsx");
