import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import type { Search, SearchFilters } from "#shared/search/search-filters.ts";
import { effectiveFilters, toggleMake, toggleValue, type Understood } from "./edit-search.ts";
import { CountedChoice } from "./counted-choice.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

type MakeFilterProps = {
  search: Search;
  understood: Understood;
  facets: SearchFacets;
  isBeginning?: boolean | undefined;
  onChange: (next: Search) => void;
};

/** More than there is room for without scrolling. */
const beginning = 10;
/** Models that a list shows without scrolling, on every screen. */
const inView = 6;

/** The makes, each with its models. */
export function MakeValues({ filters, ...props }: MakeFilterProps & { filters: SearchFilters }) {
  const { search, understood, facets, onChange } = props;
  const chosen: readonly string[] = filters.make ?? [];
  return facets.make.map(({ value, count }) => {
    const models = facets.model.filter(({ make }) => make === value);
    const isOpen = models.some((model) => filters.model?.includes(model.value));
    return (
      <div key={value}>
        <CountedChoice
          name="make"
          value={value}
          label={value}
          count={count}
          checked={chosen.includes(value)}
          onChange={() =>
            onChange(
              toggleMake(
                search,
                understood,
                value,
                models.map((model) => model.value),
              ),
            )
          }
        />
        {models.length > 0 && (
          <Models make={value} isOpen={isOpen}>
            {(isOpen || !props.isBeginning) && <ModelValues {...props} models={models} />}
          </Models>
        )}
      </div>
    );
  });
}

function Models({ make, isOpen, children }: { make: string; isOpen: boolean; children: Elements }) {
  const [isFirstOpen] = useState(isOpen);
  return (
    <details open={isFirstOpen} className="group/models pl-7.5">
      <summary className="flex min-h-9 w-fit list-none items-center gap-1.5 text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <span>{`${make} models`}</span>
        <ChevronDown
          aria-hidden="true"
          size={14}
          className="transition-transform group-open/models:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}

export function ModelValues({
  search,
  understood,
  models,
  isBeginning,
  onChange,
}: MakeFilterProps & { models: SearchFacets["model"] }) {
  const chosen: readonly string[] = effectiveFilters(search, understood).model ?? [];
  // Only at first: a model does not move when it is clicked.
  const [first] = useState(chosen);
  const isFirst = ({ value }: { value: string }) => first.includes(value);
  const ordered =
    models.length > inView
      ? [...models.filter(isFirst), ...models.filter((model) => !isFirst(model))]
      : models;
  return (
    // Its height cuts a row in half, so that there is visibly more.
    <div className="max-h-71.5 overflow-y-auto overscroll-contain pr-1 lg:max-h-67.5">
      {ordered.slice(0, isBeginning ? beginning : undefined).map(({ make, value, count }) => (
        <CountedChoice
          key={`${make} ${value}`}
          name="model"
          value={value}
          label={value}
          count={count}
          checked={chosen.includes(value)}
          onChange={() => onChange(toggleValue(search, understood, "model", value))}
        />
      ))}
    </div>
  );
}
