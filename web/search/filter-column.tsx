import { useId } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { useKnownMarkup } from "#web/platform/known-markup.ts";
import { useShop } from "#web/platform/root-data.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { FilterFields } from "./filter-fields.tsx";
import type { SearchBase } from "./page-search.ts";

const filterColumn =
  "hidden lg:sticky lg:top-24 lg:-mx-2 lg:block lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pb-2 [@media(scripting:none)]:block [@media(scripting:none)]:max-lg:mb-10 [@media(scripting:none)]:max-lg:max-h-96 [@media(scripting:none)]:max-lg:overflow-y-auto";

type FilterColumnProps = {
  base: SearchBase;
  search: Search;
  /** Undefined before the first answer. */
  answer: PageSearchAnswer | undefined;
  onChange: (search: Search) => void;
};

/** The filters beside the results. */
export function FilterColumn(props: FilterColumnProps) {
  const { base, search, answer } = props;
  const { currency } = useShop();
  const findMarkup = useKnownMarkup();
  // Fields have generated ids, which depend on their place in the page.
  const place = useId();
  const aside = { "aria-label": "Filters", className: filterColumn };
  if (!answer?.facets) return <aside {...aside} />;
  const { text, understood, facets } = answer;
  const known = findMarkup({
    key: JSON.stringify([place, base, search, text, understood, facets, currency]),
    start: `<form id="${formId}"`,
    end: "</form>",
  });
  if (known !== undefined) return <aside {...aside} dangerouslySetInnerHTML={{ __html: known }} />;
  return (
    <aside {...aside}>
      <FilterForm {...props} answer={answer} />
    </aside>
  );
}

const formId = "filters";

/** Without JavaScript, a form with a button. */
function FilterForm({
  base,
  search,
  answer,
  onChange,
}: FilterColumnProps & { answer: PageSearchAnswer }) {
  const { currency } = useShop();
  if (!answer.facets) return null;
  return (
    <form id={formId} action={base.path} onSubmit={(event) => event.preventDefault()}>
      {/* Without JavaScript, what was understood is sent as filters, and the rest as text. */}
      <input type="hidden" name="q" value={answer.text} />
      <input type="hidden" name="sort" value={search.sort ?? ""} />
      <FilterFields
        search={search}
        understood={answer.understood}
        facets={answer.facets}
        fixedMake={base.make}
        currency={currency}
        onChange={onChange}
      />
      <div className="hidden pt-5 [@media(scripting:none)]:block">
        <button className={buttonClass("secondary")}>Apply filters</button>
      </div>
    </form>
  );
}
