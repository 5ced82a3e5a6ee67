import { memo, useEffect, useRef, useState } from "react";
import { withRangesInOrder } from "#shared/search/ranges-in-order.ts";
import { readTypedNumber } from "#shared/search/read-typed-number.ts";
import { rangeFilters, type Search } from "#shared/search/search-filters.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { FilterFields } from "./filter-fields.tsx";
import { readSearch } from "./page-search.ts";
import { typedSort } from "./search-chips.ts";
import { filterFormId, type FilterFormProps } from "./server-filters.ts";

/** The filters beside the results. Without JavaScript, a form with a button. */
export function FilterForm({ base, search, answer, isInSteps = false, onChange }: FilterFormProps) {
  const { currency } = useShop();
  const isOpenedByLink = useOpenedByLink();
  const isWhole = useSecondStep(isInSteps && isOpenedByLink);
  const change = useLatest(onChange);
  if (!answer.facets) return null;
  return (
    <form id={filterFormId} action={base.path} onSubmit={(event) => event.preventDefault()}>
      {/* Without JavaScript, what was understood is sent as filters, and the rest as text. */}
      <input type="hidden" name="q" value={answer.text} />
      <input type="hidden" name="sort" value={search.sort ?? typedSort(answer) ?? ""} />
      <Fields
        search={search}
        understood={answer.understood}
        facets={answer.facets}
        fixedMake={base.make}
        currency={currency}
        isBeginning={!isWhole}
        onChange={change}
      />
      <div className="hidden pt-5 [@media(scripting:none)]:block">
        <button className={buttonClass("secondary")}>Apply filters</button>
      </div>
    </form>
  );
}

/** Rendered again only if something in it changes: the next page of the results has the same filters. */
const Fields = memo(
  FilterFields,
  // `onChange` stays the same.
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);

/** A function that stays the same and calls the latest one. */
function useLatest<Argument>(call: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  const [callLatest] = useState(() => (argument: Argument) => latest.current(argument));
  return callLatest;
}

/** The search that the form would send: for a change of its fields before they are components. */
export function readFilterForm(form: HTMLFormElement): Search {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isNumber = rangeFilters.some((range) => name === `${range}Min` || name === `${range}Max`);
    const text = String(value);
    parameters.append(name, isNumber ? String(readTypedNumber(text) ?? "") : text);
  }
  return withRangesInOrder(readSearch(parameters));
}

/** Notes the focus, the scroll position and the open sections of the form, for the one that replaces it. */
export function keepState(place: HTMLElement): () => void {
  const fields = () => [...place.querySelectorAll<HTMLElement>("input, summary")];
  const sections = () => [...place.querySelectorAll("details")];
  const focused = fields().findIndex((one) => one === document.activeElement);
  const open = sections().map((section) => section.open);
  const { scrollTop } = place;
  return () => {
    sections().forEach((section, at) => (section.open = open[at] ?? section.open));
    fields()[focused]?.focus({ preventScroll: true });
    place.scrollTop = scrollTop;
  };
}
