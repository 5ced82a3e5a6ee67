import { memo, useEffect, useRef, useState } from "react";
import { withRangesInOrder } from "#shared/search/ranges-in-order.ts";
import { readFilterNumber } from "#shared/search/read-filter-number.ts";
import { rangeFilters, type Search } from "#shared/search/search-filters.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { FilterFields } from "./filter-fields.tsx";
import { readSearch } from "./page-search.ts";
import { typedSort } from "./search-chips.ts";
import { filterFormId, type FilterFormProps, type KeptForm } from "./server-filters.ts";

/** The filters beside the results. Without JavaScript, a form with a button. */
export function FilterForm({
  base,
  search,
  answer,
  isInSteps = false,
  kept,
  onChange,
}: FilterFormProps) {
  const { currency } = useShop();
  const isOpenedByLink = useOpenedByLink();
  const isWhole = useSecondStep(isInSteps && isOpenedByLink);
  const change = useLatest(onChange);
  if (!answer.facets) return null;
  return (
    <form
      id={filterFormId}
      action={base.path}
      // Browsers would restore what was chosen before, which would count as a new choice (`earlyChanges`).
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
        firstModels={kept?.firstModels}
        wrong={kept?.wrong}
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
 * The search that the form would send, for a change of its fields before they are components. Null if the filter can't
 * take what the changed field has; other fields like it count with what they had before.
 */
export function readFilterForm(form: HTMLFormElement, changed: EventTarget | null): Search | null {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) parameters.append(name, String(value));
  for (const field of numberFieldsIn(form)) {
    const isWrong = read(field) === null;
    if (isWrong && field === changed) return null;
    parameters.set(field.name, isWrong ? field.defaultValue : String(read(field) ?? ""));
  }
  return withRangesInOrder(readSearch(parameters));
}

function numberFieldsIn(place: HTMLElement): HTMLInputElement[] {
  const names = rangeFilters.flatMap((range) => [`[name=${range}Min]`, `[name=${range}Max]`]);
  return [...place.querySelectorAll<HTMLInputElement>(names.join())];
}

function read({ name, value }: HTMLInputElement) {
  const filter = rangeFilters.find((range) => name.startsWith(range))!;
  return readFilterNumber(filter, value);
}

/** Notes what the form that replaces this one takes over. */
export function keepState(place: HTMLElement): KeptForm {
  const fields = () => [...place.querySelectorAll<HTMLElement>("a, input, summary")];
  const sections = () => [...place.querySelectorAll("details")];
  const focused = fields().findIndex((one) => one === document.activeElement);
  const open = sections().map((section) => section.open);
  const { scrollTop } = place;
  const wrong = numberFieldsIn(place).filter((field) => read(field) === null);
  const models = [...place.querySelectorAll<HTMLInputElement>("[name=model]")];
  return {
    firstModels: models.filter((box) => box.defaultChecked).map(({ value }) => value),
    wrong: Object.fromEntries(wrong.map(({ name, value }) => [name, value])),
    restore() {
      sections().forEach((section, at) => (section.open = open[at] ?? section.open));
      fields()[focused]?.focus({ preventScroll: true });
      place.scrollTop = scrollTop;
    },
  };
}
