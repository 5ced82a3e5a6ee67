import { lowerCaseLabel } from "./exclude-values.ts";
import { partLabel } from "./part-label.ts";
import type { QueryPart, WishedWords } from "./query-part.ts";
import { wordsAt, type ReadQuery } from "./read-query.ts";
import type { SearchNote } from "./search-contract.ts";
import { partsOf, type SearchFilters } from "./search-filters.ts";

/** What a search has to say about words of its query that it did not search for as they are. */
export function notesOf(
  read: ReadQuery,
  {
    missing,
    parts,
    filters,
    currency,
  }: {
    /** The wished words that describe no car of the search. */
    missing: readonly WishedWords[];
    /** The parts of the query that are in effect. */
    parts: readonly QueryPart[];
    filters: SearchFilters;
    currency: string;
  },
): SearchNote[] {
  const words = missing.map((wish) => wish.words);
  const message = notDescribed(words, read.text, filters, currency);
  return [
    ...(words.length > 0 ? [{ kind: "not_described" as const, words, message }] : []),
    ...parts.flatMap((part): SearchNote[] => {
      if (!part.isForeign) return [];
      const amount = wordsAt(read, part);
      const assumed = `“${amount}” was read as an amount in ${currency}, the currency of the prices here. It was not converted.`;
      return [{ kind: "currency_assumed", words: [amount], message: assumed }];
    }),
    ...read.unsearchable.map(({ text, measure }): SearchNote => {
      const ignored = `“${text}” was left out. Cars cannot be filtered by ${measure} here.`;
      return { kind: "not_searchable", words: [text], message: ignored };
    }),
  ];
}

/** Names the cars that are shown instead, if this takes no more than a fuel, a make and a model. */
function notDescribed(
  words: readonly string[],
  text: string,
  filters: SearchFilters,
  currency: string,
): string {
  const parts = partsOf(filters, text);
  const described = `is described as ${words.map((word) => `“${word}”`).join(" or ")}.`;
  if (parts.length === 0) return `No car ${described} All cars are shown.`;
  const named = (["fuel", "make", "model"] as const).filter((part) => filters[part]);
  const isNamed = parts.length === named.length && named.some((part) => part !== "fuel");
  if (!isNamed || named.some((part) => filters[part]!.length > 1))
    return `None of these cars ${described} They match the rest of the search.`;
  // A model says its make.
  const names = named
    .filter((part) => part !== "make" || !filters.model)
    .map((part) => {
      const label = partLabel(part, filters, { text, currency });
      return part === "fuel" ? lowerCaseLabel(label) : label;
    })
    .join(" ");
  return `No ${names} ${described} All ${names} cars are shown.`;
}
