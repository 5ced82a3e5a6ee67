import { dateFormat } from "#shared/dates/date-format.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import type { SearchFilters } from "#shared/search/search-filters.ts";
import { CountedChoice } from "./counted-choice.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

/** Since when a car is listed. A link from another day or from a saved search has a moment that is not offered. */
export function MomentValues({
  chosen,
  offered,
  change,
}: {
  chosen: string | undefined;
  offered: SearchFacets["newSince"];
  change: (changes: SearchFilters) => void;
}) {
  const isOther = chosen !== undefined && offered.every(({ value }) => value !== chosen);
  const choices: { value?: string; label: string; count?: number }[] = [
    { label: "Any time" },
    ...(isOther ? [{ value: chosen, label: `Since ${day(chosen)}` }] : []),
    ...offered.map(({ value, count, days }) => ({
      value,
      count,
      label: days === 1 ? "Since yesterday" : `Last ${days} days`,
    })),
  ];
  return choices.map(({ value, label, count }) => (
    <CountedChoice
      key={value ?? ""}
      type="radio"
      name="newSince"
      value={value ?? ""}
      label={label}
      count={count}
      checked={chosen === value}
      onChange={() => change({ newSince: value })}
    />
  ));
}
