import { memo, useEffect, useRef, useState } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { withRangesInOrder } from "#shared/search/ranges-in-order.ts";
import { readFilterNumber } from "#shared/search/read-filter-number.ts";
import { endsOf, rangeFilters, rangeOfField, type Search } from "#shared/search/search-filters.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { FilterFields } from "./filter-fields.tsx";
import { readSearch, type SearchBase } from "./page-search.ts";
import { typedSort } from "./search-chips.ts";

export const filterFormId = "filters";

export type FilterFormProps = {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer;
  onChange: (search: Search) => void;
};

/** The filters beside the results. Without JavaScript, a form with a button. */
export function FilterForm({ base, search, answer, onChange }: FilterFormProps) {
  const { currency } = useShop();
  const isWhole = useSecondStep(useOpenedByLink());
  const change = useLatest(onChange);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (element) => {
    if (!hasEarlyChange(element)) return;
    const chosen = readFilterForm(element);
    onChange(base.make === null ? chosen : { ...chosen, make: undefined });
  });
  if (!answer.facets) return null;
  return (
    <form
      ref={form}
      id={filterFormId}
      action={base.path}
      // Browsers would restore what was chosen before, which would count as a new choice (`hasEarlyChange`).
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="relative"
    >
      <a href="#results" className="skip-link absolute top-2 left-0">
        Skip to results
      </a>
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

/**
 * Whether a field was changed before the form was interactive: hydration leaves the choice in the field and tells no one.
 * A field that is still being typed in is sent when it is left, and a wrong number is marked there.
 */
function hasEarlyChange(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")].some((field) =>
    ["checkbox", "radio"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue &&
        field !== document.activeElement &&
        readNumber(field) !== null,
  );
}

/** The search that the form would send. Numbers that their filters can't take count with what they were before. */
function readFilterForm(form: HTMLFormElement): Search {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) parameters.append(name, String(value));
  for (const field of form.querySelectorAll<HTMLInputElement>(numberFields)) {
    const number = readNumber(field);
    parameters.set(field.name, number === null ? field.defaultValue : String(number ?? ""));
  }
  return withRangesInOrder(readSearch(parameters));
}

const numberFields = rangeFilters
  .flatMap(endsOf)
  .map((field) => `[name=${field}]`)
  .join();

/** The number in a field of a range; null if its filter can't take it. Undefined in other fields. */
function readNumber({ name, value }: HTMLInputElement): number | null | undefined {
  const filter = rangeOfField(name);
  return filter && readFilterNumber(filter, value);
}
