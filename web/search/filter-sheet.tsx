import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { Button } from "#web/ui/button.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { apiParameters, searchHref, type SearchBase } from "./page-search.ts";
import { searchQuery } from "./search-queries.ts";
import { useSheetInHistory } from "./use-sheet-in-history.ts";

type FilterSheetProps = {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer;
  currency: string;
  isOpen: boolean;
  returnFocusTo: RefObject<HTMLElement | null>;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (search: Search, isReplacing: boolean) => void;
};

/** The filters on small screens. Counts while they change, and applies them all at once. */
export function FilterSheet({
  base,
  search,
  answer,
  currency,
  isOpen,
  returnFocusTo,
  onOpenChange,
  onApply,
}: FilterSheetProps) {
  const close = useSheetInHistory(isOpen, onOpenChange);
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft({ base, search, answer, isOpen });
  const apply = () => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    if (wrong) return focusIn(wrong);
    if (searchHref(base, draft.wanted) === searchHref(base, search)) return close();
    // Instead of the sheet's own entry in the history.
    onApply(draft.wanted, true);
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          finalFocus={returnFocusTo}
          className="data-ending-style:translate-y-8 data-ending-style:opacity-0 fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col bg-raised text-ink transition duration-200 ease-settle data-starting-style:translate-y-8 data-starting-style:opacity-0 sm:left-auto sm:top-0 sm:max-h-none sm:w-md"
        >
          <div className="flex items-center justify-between px-5 pt-3 pb-2">
            <Dialog.Title className="display text-2xl">Filters</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="-mr-2 grid size-11 place-items-center text-muted hover:text-ink"
            >
              <X aria-hidden="true" size={20} strokeWidth={1.5} />
            </Dialog.Close>
          </div>
          <form
            ref={form}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4"
            onSubmit={(event) => {
              event.preventDefault();
              apply();
            }}
          >
            {draft.counted.facets && (
              <FilterFields
                key={draft.clearings}
                search={draft.search}
                understood={draft.understood}
                facets={draft.counted.facets}
                fixedMake={base.make}
                currency={currency}
                onChange={draft.change}
                onType={draft.type}
              />
            )}
          </form>
          <div className="flex gap-3 border-t border-line px-5 py-3">
            <Button look="quiet" onClick={draft.clear}>
              Clear filters
            </Button>
            <Button className="flex-1" aria-live="polite" onClick={apply}>
              {draft.hasFailed ? "Show cars" : `Show ${countOf(draft.counted)}`}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The search that is being put together, and its count of cars. */
function useDraft({
  base,
  search,
  answer,
  isOpen,
}: Pick<FilterSheetProps, "base" | "search" | "answer" | "isOpen">) {
  const [draft, setDraft] = useState(search);
  // While a field is typed into, its value counts but is not in the draft yet.
  const [typed, setTyped] = useState<Search | null>(null);
  // Each clearing also empties the fields that have what their filters can't take.
  const [clearings, setClearings] = useState(0);
  const wanted = typed ?? draft;
  const asked = useSettled(apiParameters(base, wanted, { limit: 1 }), typed ? pause : 0);
  const query = useQuery({
    ...searchQuery(asked),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const counted = query.data ?? answer;
  const change = (next: Search) => {
    setTyped(null);
    setDraft(next);
  };
  const clear = () => {
    change({ q: draft.q, sort: draft.sort });
    setClearings(clearings + 1);
  };
  return {
    search: draft,
    wanted,
    counted,
    change,
    type: setTyped,
    clear,
    clearings,
    hasFailed: query.isError,
    // What is typed may replace words that the draft still has.
    understood: (typed || query.isPlaceholderData ? answer : counted).understood,
  };
}

/** Shows a field that its section may hide. */
function focusIn(field: HTMLElement): void {
  field.closest("details")!.open = true;
  field.focus();
}

/** A pause in typing, after which the cars are counted. */
const pause = 250;

/** The value once it has stayed the same for so many milliseconds. */
function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

function countOf({ total }: PageSearchAnswer): string {
  return `${formatNumber(total)} ${total === 1 ? "car" : "cars"}`;
}
