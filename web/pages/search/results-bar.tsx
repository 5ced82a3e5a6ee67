import { SlidersHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { SaveSearchButton } from "#web/saved-searches/save-search-button.tsx";
import type { FilterSheet } from "#web/search/filter-sheet.tsx";
import type { SearchBase } from "#web/search/page-search.ts";
import { chipsOf, typedSort } from "#web/search/search-chips.ts";
import { SearchChips, SearchSortControl } from "#web/search/search-parts.tsx";
import { Button } from "#web/ui/button.tsx";

type ResultsBarProps = {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer | undefined;
  canSave: boolean;
  /** Which cars the page has, in words. */
  position: string;
  isFirstPage: boolean;
  onChange: (search: Search, isReplacing?: boolean) => void;
};

/** Above the results: what they are, and in which order. */
export function ResultsBar({
  base,
  search,
  answer,
  canSave,
  position,
  isFirstPage,
  onChange,
}: ResultsBarProps) {
  const { currency } = useShop();
  return (
    <div className="mt-3 flex items-center gap-x-4 gap-y-3 max-lg:flex-wrap">
      {answer && <SearchChips chips={chipsOf(search, answer, currency)} base={base} />}
      <FilterOpener base={base} search={search} answer={answer} onApply={onChange} />
      {canSave && <SaveSearchButton search={savedParameters(base, search)} understood={answer} />}
      <div className="ms-auto flex min-w-0 items-center justify-end gap-4 max-sm:grow max-sm:basis-32">
        {/* The heading counts the cars. Only further pages also show which of them they have. */}
        <p
          role="status"
          className={
            isFirstPage ? "sr-only" : "text-sm whitespace-nowrap text-muted max-sm:sr-only"
          }
        >
          {position}
        </p>
        <SearchSortControl
          base={base}
          search={search}
          typed={typedSort(answer)}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

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
