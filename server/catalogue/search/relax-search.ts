import { droppedLabel } from "#shared/search/part-label.ts";
import { partsSharing, queryWithout, wordsAt } from "#shared/search/read-query.ts";
import {
  readPageSearch,
  type Relaxation,
  type SearchQuery,
} from "#shared/search/search-contract.ts";
import type { Span } from "#shared/search/query-tokens.ts";
import {
  fieldsOf,
  searchParameters,
  searchParts,
  type SearchFilters,
  type SearchPart,
} from "#shared/search/search-filters.ts";
import {
  findCars,
  readSearch,
  readTyped,
  type ReadSearch,
  type SearchContext,
} from "./read-search.ts";
import { countRelaxed } from "./scan.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

type Searched = ReadSearch & { given: SearchFilters; query: SearchQuery };

const mostOffered = 6;
/** Of longer texts, only these words are left out one at a time, because each is a search. */
const mostWords = 6;

/**
 * What to drop from a search without cars, and how many cars each choice gives: single words, which keep most of the
 * search, and then the fewest parts.
 */
export function relaxSearch(
  context: SearchContext,
  plan: SearchPlan,
  searched: Searched,
): Relaxation[] {
  const { filters, read } = searched;
  const { currency } = context;
  // Before the searches below, which use the same working memory.
  const fewest = [...countRelaxed(context.cars, plan)].toSorted(
    ([, countOfA], [, countOfB]) => countOfB - countOfA,
  );
  // Without one of two words that no car has, there is still the other.
  const isOneEnough = plan.text === null || plan.text.unmatched < 2;
  const single = isOneEnough ? withoutOneWord(context, searched) : [];
  const isNew = ({ search }: Relaxation) => single.every((other) => other.search !== search);
  const counted = fewest
    // No more than can be offered, because each may be a search of its own.
    .slice(0, mostOffered + single.length)
    .map(([failed, total]): Relaxation => {
      const parts = searchParts.filter((part) => failed & bitOf[part]);
      const label = parts
        .map((part) => droppedLabel(part, filters, { text: read.text, currency }))
        .join(", ");
      const search = without(parts, searched);
      // Wished words may describe some of these cars, which are then the only ones.
      const described = read.wished.length > 0 ? count(context, search) : total;
      return { parts, label, total: described, search };
    });
  return [...mostFirst(single), ...mostFirst(counted.filter(isNew))].slice(0, mostOffered);
}

function mostFirst(relaxations: Relaxation[]): Relaxation[] {
  return relaxations.toSorted((a, b) => b.total - a.total);
}

/** How many cars a search finds, given as URL parameters. */
function count(context: SearchContext, search: string): number {
  const { q, sort: _sort, limit: _limit, ...given } = readPageSearch(new URLSearchParams(search));
  return findCars(context, readSearch(context, q, given), false, []).result.total;
}

/** The searches without one of several words of the free text, or of a model's name ("TT RS"), that find any cars. */
function withoutOneWord(context: SearchContext, { read, given, query }: Searched): Relaxation[] {
  const ofText = read.textSpans.length > 1 ? read.textSpans : [];
  const ofModels = read.parts.flatMap((part) => (part.filters.model ? wordSpans(part, read) : []));
  const drop = (span: Span, part: SearchPart): Relaxation[] => {
    const q = queryWithout(read, [span]);
    const { parts } = readTyped(context, q);
    // Half of a name may mean something else: "rs" is no TT.
    if (part === "model" && !parts.some(({ filters }) => filters.model)) return [];
    const search = searchParameters({ ...given, sort: query.sort, q }).toString();
    const total = count(context, search);
    const label = `“${wordsAt(read, span)}”`;
    return total > 0 ? [{ parts: [part], label, total, search }] : [];
  };
  return [
    ...ofText.slice(0, mostWords).flatMap((span) => drop(span, "text")),
    ...ofModels.slice(0, mostWords).flatMap((span) => drop(span, "model")),
  ];
}

/** The places of the words of a part, if it has several. */
function wordSpans(part: Span, read: Parameters<typeof wordsAt>[0]): Span[] {
  const words = [...wordsAt(read, part).matchAll(/\S+/g)];
  if (words.length < 2) return [];
  return words.map(({ 0: word, index }) => ({
    start: part.start + index,
    end: part.start + index + word.length,
  }));
}

/** The search without some parts. Words with several meanings go, and the meanings that stay become filters. */
function without(parts: SearchPart[], { read, given, filters, query }: Searched): string {
  const dropped = new Set<string>(
    parts.flatMap((part): string[] => (part === "text" ? [] : fieldsOf(part))),
  );
  const isDropped = (field: string) => dropped.has(field);
  const droppedParts = partsSharing(
    read.parts,
    read.parts.filter((part) => Object.keys(part.filters).some(isDropped)),
  );
  const keptFilters = Object.fromEntries(
    [...droppedParts.flatMap((part) => Object.keys(part.filters)), ...Object.keys(given)]
      .filter((field) => !isDropped(field))
      .map((field) => [field, filters[field as keyof SearchFilters]]),
  ) as SearchFilters;
  const spans = [...droppedParts, ...(parts.includes("text") ? read.textSpans : [])];
  return searchParameters({
    ...keptFilters,
    sort: query.sort,
    q: queryWithout(read, spans),
  }).toString();
}
