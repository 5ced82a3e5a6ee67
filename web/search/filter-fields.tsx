import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { filterTable } from "#shared/search/filter-table.ts";
import type { ListedFilter } from "#shared/search/filter-values.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import {
  fieldsOf,
  type RangeFilter as RangeName,
  type Search,
  type SearchFilters,
  type SearchPart,
} from "#shared/search/search-filters.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { changeFilters, effectiveFilters, toggleValue, type Understood } from "./edit-search.ts";
import { MakeValues, ModelValues } from "./make-filter.tsx";
import { MomentValues } from "./moment-values.tsx";
import { RangeFilter, type Range } from "./range-filter.tsx";
import { useFollowing } from "./search-field.tsx";
import { CountedChoice } from "./counted-choice.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

export type FilterFieldsProps = {
  search: Search;
  understood: Understood;
  facets: SearchFacets;
  /** The make of a brand's page, which can't be changed there. */
  fixedMake: string | null;
  currency: string;
  /** Whether only what is in view at first is shown. */
  isBeginning?: boolean;
  onChange: (next: Search) => void;
  /** What `onChange` would get after what is being typed. */
  onType?: (next: Search) => void;
};

/** Every filter, with the number of cars that each value would give under the other filters. */
export function FilterFields(props: FilterFieldsProps) {
  const { search, understood, facets, fixedMake, isBeginning } = props;
  const { onChange, onType } = props;
  const filters = effectiveFilters(search, understood);
  const changed = (changes: SearchFilters) => changeFilters(search, understood, changes);
  const change = (changes: SearchFilters) => onChange(changed(changes));
  const type = onType && ((changes: SearchFilters) => onType(changed(changes)));
  const common = { ...props, filters, change, type };
  return (
    // As high as a screen, so that there is a scroll bar from the start.
    <div className={isBeginning ? "min-h-dvh" : "border-b border-line"}>
      {fixedMake === null ? (
        <Section title="Make and model" isOpen>
          <MakeValues {...props} filters={filters} />
        </Section>
      ) : (
        <Section title="Model" isOpen>
          <ModelValues {...props} models={facets.model} />
        </Section>
      )}
      <RangeSection {...common} name="price" hasBars isOpen />
      {(filters.priceLabel || facets.priceLabel.some(({ count }) => count > 0)) && (
        <ValueSection {...common} name="priceLabel" isOpen />
      )}
      {!isBeginning && <FurtherSections {...common} />}
    </div>
  );
}

type SectionProps = FilterFieldsProps & {
  filters: SearchFilters;
  change: (changes: SearchFilters) => void;
  type: ((changes: SearchFilters) => void) | undefined;
};

function FurtherSections(props: SectionProps) {
  return (
    <>
      <RangeSection {...props} name="year" hasBars isOpen />
      <RangeSection {...props} name="mileage" hasBars isOpen />
      <ValueSection {...props} name="body" isOpen />
      <ValueSection {...props} name="fuel" isOpen />
      <ValueSection {...props} name="transmission" />
      <ValueSection {...props} name="colour" />
      <RangeSection {...props} name="engine" />
      {(isSet(props.filters, "seats") || props.facets.seats.max !== null) && (
        <RangeSection {...props} name="seats" />
      )}
      <SellerSections {...props} />
    </>
  );
}

function SellerSections({ filters, facets, change, type }: SectionProps) {
  return (
    <>
      <Section title="Location" isOpen={filters.location !== undefined}>
        <LocationField
          value={filters.location ?? ""}
          onChange={(location) => change({ location: location || undefined })}
          onType={type && ((location) => type({ location: location || undefined }))}
        />
      </Section>
      <Section title="Seller" isOpen={filters.verified === true}>
        {facets.verified.map(({ count }) => (
          <CountedChoice
            key="verified"
            name="verified"
            value="1"
            label="Verified sellers only"
            count={count}
            checked={filters.verified === true}
            onChange={() => change({ verified: filters.verified ? undefined : true })}
          />
        ))}
      </Section>
      <Section title="Listed" isOpen={filters.newSince !== undefined}>
        <MomentValues chosen={filters.newSince} offered={facets.newSince} change={change} />
      </Section>
    </>
  );
}

function ValueSection({
  name,
  isOpen = false,
  facets,
  search,
  understood,
  filters,
  onChange,
}: SectionProps & {
  name: Exclude<ListedFilter, "make">;
  isOpen?: boolean;
}) {
  const { title, label } = filterTable[name] as { title: string; label: (value: string) => string };
  const chosen: readonly string[] = filters[name] ?? [];
  return (
    <Section title={title} isOpen={isOpen || chosen.length > 0}>
      {facets[name].map(({ value, count }) => (
        <CountedChoice
          key={value}
          name={name}
          value={value}
          label={label(value)}
          count={count}
          checked={chosen.includes(value)}
          onChange={() => onChange(toggleValue(search, understood, name, value))}
        />
      ))}
    </Section>
  );
}

function RangeSection({
  name,
  hasBars = false,
  isOpen = false,
  facets,
  filters,
  currency,
  change,
  type,
}: SectionProps & {
  name: RangeName;
  hasBars?: boolean;
  isOpen?: boolean;
}) {
  const { title, format } = filterTable[name];
  const range = { low: filters[`${name}Min`], high: filters[`${name}Max`] };
  return (
    <Section title={title} isOpen={isOpen || isSet(filters, name)}>
      <RangeFilter
        name={name}
        label={title}
        range={range}
        histogram={facets[name]}
        hasBars={hasBars}
        format={(value) => format(value, currency)}
        onChange={(next) => change(filtersOf(name, next))}
        onType={type && ((next) => type(filtersOf(name, next)))}
      />
    </Section>
  );
}

function filtersOf(name: RangeName, { low, high }: Range): SearchFilters {
  return { [`${name}Min`]: low, [`${name}Max`]: high };
}

function LocationField({
  value,
  onChange,
  onType,
}: {
  value: string;
  onChange: (location: string) => void;
  onType: ((location: string) => void) | undefined;
}) {
  const [typed, setTyped] = useFollowing(value);
  const field = useRef<HTMLInputElement>(null);
  useEarlyInput(field, (input) => setTyped(input.value));
  const commit = () => typed.trim() !== value && onChange(typed.trim());
  return (
    <input
      ref={field}
      name="location"
      aria-label="City or region"
      placeholder="City or region"
      value={typed}
      maxLength={160}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value);
        onType?.(target.value.trim());
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        commit();
      }}
      className="field-box min-h-11 px-3 py-2"
    />
  );
}

/** A group of filters that can be folded away, also without JavaScript. */
function Section({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: Elements;
}) {
  // Only at first: a section does not close by itself when its last filter is removed.
  const [isFirstOpen] = useState(isOpen);
  return (
    <details open={isFirstOpen} className="filter-section">
      <summary>
        <span>{title}</span>
        <ChevronDown size={16} />
      </summary>
      <fieldset className="min-w-0 pb-5">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function isSet(filters: SearchFilters, part: Exclude<SearchPart, "text">): boolean {
  return fieldsOf(part).some((field) => filters[field] !== undefined);
}
