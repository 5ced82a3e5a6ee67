import type { SearchAnswer } from "#shared/search/search-contract.ts";
import { partLabel } from "#shared/search/part-label.ts";
import {
  fieldsOf,
  searchParts,
  valueFilters,
  type Search,
  type SearchPart,
} from "#shared/search/search-filters.ts";
import { hasWords, withoutText, withoutWords } from "./edit-search.ts";

/** One part of a search, and the search without it. */
export type Chip = { key: string; label: string; without: Search };

/** What a search was understood as: the words of its query, then its filters. */
export function chipsOf(
  search: Search,
  { understood, text }: Pick<SearchAnswer, "understood" | "text">,
  currency: string,
): Chip[] {
  const context = { text, currency };
  return [
    ...understood
      .filter(({ words }) => hasWords(search.q, words))
      .map(({ label, words }) => ({
        key: words + label,
        label,
        // What else the same words mean stays.
        without: Object.assign(
          {},
          ...understood.map(
            (other) => other.words === words && other.label !== label && other.filters,
          ),
          search,
          { q: withoutWords(search.q, words) },
        ) as Search,
      })),
    ...(text !== "" && text.split(" ").every((word) => hasWords(search.q, word))
      ? [
          {
            key: "text",
            label: partLabel("text", search, context),
            without: withoutText(search, text),
          },
        ]
      : []),
    ...filterChips(search, currency),
  ];
}

/** The order that words of the query ask for: "cheap". */
export function typedSort(answer: Pick<SearchAnswer, "understood"> | undefined) {
  return answer?.understood.find(({ sort }) => sort)?.sort;
}

function filterChips(search: Search, currency: string): Chip[] {
  return searchParts.flatMap((part): Chip[] => {
    if (part === "text") return [];
    const values = valuesOf(search, part);
    if (values)
      return values.map((value) => ({
        key: `${part}:${value}`,
        label: partLabel(part, { [part]: [value] }, { text: "", currency }),
        without: { ...search, [part]: values.filter((other) => other !== value) },
      }));
    const fields = fieldsOf(part);
    if (fields.every((field) => search[field] === undefined)) return [];
    const cleared = Object.fromEntries(fields.map((field) => [field, undefined]));
    return [
      {
        key: part,
        label: partLabel(part, search, { text: "", currency }),
        without: { ...search, ...cleared },
      },
    ];
  });
}

function valuesOf(search: Search, part: SearchPart): readonly string[] | undefined {
  const filter = valueFilters.find((name) => name === part);
  return filter && search[filter];
}

/** The title of a page of results: the query, or "Used BMW 3 Series cars: Diesel, Up to $15,000". */
export function searchTitle(make: string | null, search: Search, currency: string): string {
  const { make: makes, model: models, q, ...rest } = search;
  const names = [make ?? makes?.join(" and "), models?.join(" and ")];
  const cars = ["Used", ...names, "cars"].filter(Boolean).join(" ");
  const filters = filterChips(rest, currency).map(({ label }) => label);
  const details = [...(q === undefined ? [] : [`“${q}”`]), ...filters].join(", ");
  return details === "" ? cars : `${cars}: ${details}`;
}
