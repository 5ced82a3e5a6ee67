import { filterTable } from "./filter-table.ts";
import { isRange, type SearchFilters, type SearchPart } from "./search-filters.ts";

type LabelContext = { text: string; currency: string };

/** The label of one part of a search, for example of its price range. Free text is quoted. */
export function partLabel(
  part: SearchPart,
  filters: SearchFilters,
  { text, currency }: LabelContext,
): string {
  if (part === "text") return `“${text}”`;
  if (isRange(part))
    return filterTable[part].label(filters[`${part}Min`], filters[`${part}Max`], currency);
  const label = filterTable[part].label as (value: unknown) => string;
  const value = filters[part];
  return Array.isArray(value) ? value.map((one) => label(one)).join(" or ") : label(value);
}

/** What a search without one of its parts leaves out, in words that follow "without": "the price limit". */
export function droppedLabel(
  part: SearchPart,
  filters: SearchFilters,
  context: LabelContext,
): string {
  if (part === "text") return partLabel(part, filters, context);
  const values = isRange(part) ? undefined : filters[part];
  // Of many values, as in "not diesel", the filter's name is clearer than a list.
  const isList = Array.isArray(values) && values.length <= 2;
  return isList ? partLabel(part, filters, context) : `the ${filterTable[part].noun}`;
}
