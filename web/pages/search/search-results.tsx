import type { UseQueryResult } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { CarGridSkeleton } from "#web/listings/card/car-grid-skeleton.tsx";
import { carsLabel, MoreLink } from "#web/listings/card/more-link.tsx";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";
import { toast } from "#web/platform/toast.ts";
import { useKeptData } from "#web/platform/use-kept-page.ts";
import { useLateModule } from "#web/platform/loading/use-late-module.ts";
import { useShop } from "#web/platform/root-data.ts";
import { FilterColumn } from "#web/search/filter-column.tsx";
import type { FilterSheet } from "#web/search/filter-sheet.tsx";
import { searchHref, type SearchBase } from "#web/search/page-search.ts";
import { chipsOf, typedSort } from "#web/search/search-chips.ts";
import { SearchField } from "#web/search/search-field.tsx";
import {
  NoResults,
  SearchChips,
  SearchNotes,
  SearchSortControl,
} from "#web/search/search-parts.tsx";
import { useShownResults } from "#web/search/shown-results.ts";
import { SaveSearchButton } from "#web/saved-searches/save-search-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadingBar } from "#web/ui/loading-bar.tsx";
import { cardExtras } from "../car/card-extras.tsx";
import { ListingDialogs } from "../car/listing-dialogs.tsx";
import type { FirstSearch } from "./first-search.ts";
import { useOwnHolds } from "../car/use-own-holds.tsx";
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
  const { currency } = useShop();
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
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="min-w-0 basis-full lg:max-w-3xl lg:flex-1 lg:basis-0">
          <SearchField
            label="Search these cars"
            base={base}
            search={shown}
            placeholder={base.make === null ? undefined : `Search ${base.make} cars`}
          />
        </div>
        <div className="flex min-w-0 flex-1 items-center justify-between gap-4 lg:ml-auto lg:flex-none">
          <FilterOpener base={base} search={shown} answer={answer} onApply={go} />
          <SearchSortControl base={base} search={shown} typed={typedSort(answer)} onChange={go} />
        </div>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        {answer && <SearchChips chips={chipsOf(shown, answer, currency)} base={base} />}
        {(hasFilters || base.make !== null) && (
          <SaveSearchButton search={savedParameters(base, shown)} understood={answer} />
        )}
      </div>
      {announced && <SearchNotes notes={announced.notes} />}
      <div className="mt-8 grid gap-x-10 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <FilterColumn base={base} search={shown} answer={answer} onChange={go} />
        <section
          // Where the filters' link leads to (filter-form.tsx).
          id="results"
          aria-label="Results"
          aria-busy={query.isFetching && !current}
          className="relative min-h-96 scroll-mt-24"
        >
          {/* In the space above the cards, so that it moves nothing. */}
          <p role="status" className="absolute bottom-full pb-1 text-sm text-muted">
            {query.data && carsLabel(pageOf(query.data))}
          </p>
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

/** Opens the filters on small screens. They load when they are first needed. */
function FilterOpener({
  base,
  search,
  answer,
  onApply,
}: {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer | undefined;
  onApply: (search: Search, isReplacing: boolean) => void;
}) {
  const { currency } = useShop();
  const [Sheet, setSheet] = useState<typeof FilterSheet | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Each opening starts from the search as it is now.
  const [opening, setOpening] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  async function open() {
    try {
      const loaded = await loadFilterSheet();
      setSheet(() => loaded);
      setOpening((before) => before + 1);
      setOpen(true);
    } catch {
      toast.error(notLoadedText("The filters"));
    }
  }
  const count = searchParameters({ ...search, q: undefined, sort: undefined }).size;
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="lg:hidden [@media(scripting:none)]:hidden"
        ref={button}
        disabled={!answer}
        onPointerEnter={() => void loadFilterSheet().catch(() => undefined)}
        onClick={() => void open()}
      >
        <SlidersHorizontal aria-hidden="true" size={16} />
        <span>{count > 0 ? `Filters (${count})` : "Filters"}</span>
      </Button>
      {Sheet && answer && (
        <Sheet
          key={opening}
          isOpen={isOpen}
          returnFocusTo={button}
          base={base}
          search={search}
          answer={answer}
          currency={currency}
          onOpenChange={setOpen}
          onApply={onApply}
        />
      )}
    </>
  );
}

async function loadFilterSheet() {
  return (await import("#web/search/filter-sheet.tsx")).FilterSheet;
}

/** The search as it is saved: a brand's page adds its make. */
function savedParameters({ make }: SearchBase, search: Search): string {
  const whole = make === null ? search : { ...search, make: [make] as Search["make"] };
  return searchParameters(whole).toString();
}
