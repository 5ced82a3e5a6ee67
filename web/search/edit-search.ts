import type { UnderstoodPart } from "#shared/search/search-contract.ts";
import type { Search, SearchFilters, ValueFilter } from "#shared/search/search-filters.ts";

/** What the server read from a query's words. */
export type Understood = readonly Pick<UnderstoodPart, "words" | "filters">[];

type Field = keyof SearchFilters;

/**
 * The filters in effect: those of the search, and those of the words that are still in its query. Works with an
 * earlier answer's `understood`, so controls follow a change before the next answer arrives.
 */
export function effectiveFilters(search: Search, understood: Understood): SearchFilters {
  const { q: _q, sort: _sort, ...given } = search;
  const read: Record<string, unknown> = {};
  for (const { words, filters } of understood) {
    if (!hasWords(search.q, words)) continue;
    for (const [field, value] of Object.entries(filters)) {
      const before = read[field];
      read[field] = Array.isArray(before)
        ? [...new Set([...(before as unknown[]), ...(value as unknown[])])]
        : value;
    }
  }
  return { ...read, ...withoutEmpty(given) };
}

/**
 * Sets or clears (`undefined`) filters. Words of the query that set these filters are removed from it, because the
 * change overrides them; the other filters that such words set stay, as filters of their own.
 */
export function changeFilters(
  search: Search,
  understood: Understood,
  changes: SearchFilters,
): Search {
  const effective = effectiveFilters(search, understood);
  const filtersOfWords: Record<string, unknown> = {};
  let q = search.q;
  for (const { words, filters } of understood) {
    if (!Object.keys(filters).some((field) => field in changes) || !hasWords(q, words)) continue;
    q = withoutWords(q, words);
    // The same words may be several parts.
    for (const part of understood)
      if (part.words === words)
        for (const field of Object.keys(part.filters) as Field[])
          filtersOfWords[field] = effective[field];
  }
  return withoutEmpty({ ...filtersOfWords, ...withoutEmpty(search), ...changes, q });
}

/** Adds a value to a filter, or removes it. */
export function toggleValue(
  search: Search,
  understood: Understood,
  part: ValueFilter,
  value: string,
): Search {
  const values: readonly string[] = effectiveFilters(search, understood)[part] ?? [];
  const next = values.includes(value)
    ? values.filter((other) => other !== value)
    : [...values, value];
  return changeFilters(search, understood, { [part]: next });
}

/** Adds or removes a make. Without its make, a model is no longer chosen either. */
export function toggleMake(
  search: Search,
  understood: Understood,
  make: string,
  models: readonly string[],
): Search {
  const toggled = toggleValue(search, understood, "make", make);
  const { model } = effectiveFilters(search, understood);
  if (toggled.make?.some((other) => other === make) || !model?.some((one) => models.includes(one)))
    return toggled;
  return changeFilters(toggled, understood, {
    model: model.filter((one) => !models.includes(one)),
  });
}

/** A query without some of its words, or undefined if none are left. */
export function withoutWords(q: string | undefined, words: string): string | undefined {
  const text = spaced(q);
  const at = findWords(text, words);
  const rest = at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + words.length)}`;
  return spaced(rest) || undefined;
}

/** The search without its free text, which is given in the words of the query. */
export function withoutText(search: Search, text: string): Search {
  let q = search.q;
  for (const word of text.split(" ")) q = withoutWords(q, word);
  return { ...search, q };
}

export function hasWords(q: string | undefined, words: string): boolean {
  return findWords(spaced(q), words) >= 0;
}

function spaced(q: string | undefined): string {
  return (q ?? "").normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Where these words are as whole words, or -1. */
function findWords(text: string, words: string): number {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isEdge(text[at - 1]) && isEdge(text[at + words.length])) return at;
  return -1;
}

function isEdge(character: string | undefined): boolean {
  return character === undefined || /[\s,;]/.test(character);
}

function withoutEmpty(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
