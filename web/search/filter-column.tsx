import { useContext, useId, type ComponentType } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { useKnownMarkup } from "#web/platform/known-markup.ts";
import { useShop } from "#web/platform/root-data.ts";
import type { SearchBase } from "./page-search.ts";
import { filterFormId, ServerFilters, type FilterFormProps } from "./server-filters.ts";
import { useFilterForm } from "./use-filter-form.ts";

const filterColumn =
  "hidden lg:sticky lg:top-24 lg:-mx-2 lg:block lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pb-2 [@media(scripting:none)]:block [@media(scripting:none)]:max-lg:mb-10 [@media(scripting:none)]:max-lg:max-h-96 [@media(scripting:none)]:max-lg:overflow-y-auto";

const aside = { "aria-label": "Filters", className: filterColumn };

type FilterColumnProps = {
  base: SearchBase;
  search: Search;
  /** Undefined before the first answer. */
  answer: PageSearchAnswer | undefined;
  onChange: (search: Search) => void;
};

/**
 * The filters beside the results. The server renders them as a form that works without JavaScript; their code loads on
 * wide screens at the first sign of the visitor (docs/decisions/0046-scripts-load-after-the-first-paint.md).
 */
export function FilterColumn(props: FilterColumnProps) {
  const Form = useContext(ServerFilters);
  // The condition keeps the server's part out of the browser's scripts.
  if (import.meta.env.SSR && Form) return <ServerColumn {...props} Form={Form} />;
  return <BrowserColumn {...props} />;
}

function ServerColumn({
  Form,
  base,
  search,
  answer,
  onChange,
}: FilterColumnProps & { Form: ComponentType<FilterFormProps> }) {
  const { currency } = useShop();
  const findMarkup = useKnownMarkup();
  // Fields have generated ids, which depend on their place in the page.
  const place = useId();
  if (!answer?.facets) return <aside {...aside} />;
  const { text, understood, facets } = answer;
  const known = findMarkup?.({
    key: JSON.stringify([place, base, search, text, understood, currency]),
    of: [facets],
    start: `<form id="${filterFormId}"`,
    end: "</form>",
  });
  if (known !== undefined) return <aside {...aside} dangerouslySetInnerHTML={{ __html: known }} />;
  return (
    <aside {...aside}>
      <Form base={base} search={search} answer={answer} onChange={onChange} />
    </aside>
  );
}

function BrowserColumn({ base, search, answer, onChange }: FilterColumnProps) {
  const { column, module, isServed, isFromServer, kept } = useFilterForm(search, (form) =>
    onChange(base.make === null ? form : { ...form, make: undefined }),
  );
  if (isServed)
    return (
      <aside {...aside} ref={column} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />
    );
  return (
    <aside {...aside} ref={column}>
      {module && answer && (
        <module.FilterForm
          base={base}
          search={search}
          answer={answer}
          isInSteps={!isFromServer}
          kept={kept}
          onChange={onChange}
        />
      )}
    </aside>
  );
}

/** React leaves the server's markup alone as long as this is the same object. */
const asServed = { __html: "" };
