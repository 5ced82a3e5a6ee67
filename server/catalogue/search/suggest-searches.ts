import type { Make } from "#shared/makes/all-makes.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { findModels } from "#shared/makes/find-model.ts";
import { queryWords } from "#shared/search/query-words.ts";
import { partsSharing, queryWithout } from "#shared/search/read-query.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import { searchParameters, type SearchFilters } from "#shared/search/search-filters.ts";
import type { Suggestion, SuggestionQuery } from "#shared/search/suggestion-contract.ts";
import { fold } from "#shared/text/fold.ts";
import { readTyped, type SearchContext } from "./read-search.ts";
import { searchCars } from "./search-cars.ts";

const mostModels = 6;
/** A model's name, or the beginning of it, is in the last words: "merc c cl". */
const longestEnding = 3;

/** Every spelling of a make, folded. */
const makeSpellings = [...queryWords].flatMap(([spelling, { filters }]) =>
  (filters.make ?? []).map((make) => ({ spelling, make })),
);

type Ending = { before: string; makes: readonly Make[]; isModel: (model: ModelName) => boolean };
type ModelName = { make: Make; model: string };

/**
 * Searches for what is being typed: as it is understood, and with the makes and models that its last words begin. Each
 * says how many cars it finds.
 */
export function suggestSearches(context: SearchContext, query: SuggestionQuery): Suggestion[] {
  const { q = "", ...given } = query;
  if (fold(q) === "") return [];
  const typed = searchCars(context, { ...query, limit: 1 });
  const labels = typed.understood.map(({ label }) => label);
  const asTyped: Suggestion = {
    kind: "search",
    label: labelOf(labels, typed.text),
    total: typed.total,
    search: searchParameters({ ...given, q }).toString(),
  };
  const completed = completions(context, given, q);
  // Enter searches for what was typed, so it is suggested only if it changes the search and finds other cars.
  const isShown = completed.some(({ total }) => total === asTyped.total);
  return isShown || asTyped.label === "" ? completed : [asTyped, ...completed];
}

/** The makes and models that the longest possible ending of the query begins. */
function completions(context: SearchContext, given: SearchFilters, q: string): Suggestion[] {
  const models = context.cars.models();
  const ending = endingsOf(q).find(
    ({ makes: endingMakes, isModel }) => endingMakes.length > 0 || models.some(isModel),
  );
  if (!ending) return [];
  const read = readTyped(context, ending.before);
  // The suggested make and model replace those that were typed before or chosen.
  const isReplaced = (field: string) => field === "make" || field === "model";
  const { model: _model, ...filters } = given;
  const rest = queryWithout(
    read,
    read.parts.filter((part) =>
      partsSharing(read.parts, [part]).every(
        ({ filters: meant, sort }) => !sort && Object.keys(meant).every(isReplaced),
      ),
    ),
  );
  const { facets } = searchCars(context, {
    ...filters,
    q: ending.before,
    limit: 1,
    facets: "1",
  });
  const search = (more: SearchFilters) => ({ ...filters, q: rest || undefined, ...more });
  const details = read.parts
    .filter((part) => !Object.keys(part.filters).some(isReplaced))
    .map(({ label }) => label);
  const suggest = (kind: "make" | "model", name: string, more: SearchFilters): Suggestion => ({
    kind,
    label: labelOf([name, ...details], read.text),
    total: searchCars(context, { ...search(more), limit: 1 }).total,
    search: searchParameters(search(more)).toString(),
  });
  return [
    ...ending.makes.map((make) => suggest("make", make, { make: [make] })),
    ...modelsOf(facets!, ending).map(({ make, value }) =>
      suggest("model", `${make} ${value}`, { make: [make], model: [value] }),
    ),
  ].filter(({ total }) => total > 0);
}

/** The models that an ending begins, or else those of its make, the most cars first. */
function modelsOf(facets: SearchFacets, { makes: wanted, isModel }: Ending) {
  const offered = facets.model.filter(({ count }) => count > 0);
  const begun = offered.filter(({ make, value }) => isModel({ make, model: value }));
  const shown = begun.length > 0 ? begun : offered.filter(({ make }) => wanted.includes(make));
  return shown.toSorted((a, b) => b.count - a.count).slice(0, mostModels);
}

/** What the last words may be the beginning of, from the most words to one. */
function endingsOf(q: string): Ending[] {
  const words = q.split(/\s+/).filter(Boolean);
  const most = Math.min(longestEnding, words.length);
  return Array.from({ length: most }, (_, less) => {
    const count = most - less;
    const ending = words.slice(-count).join(" ");
    const folded = fold(ending);
    // One letter is too little for a nickname.
    const spellings = makeSpellings.filter(({ spelling, make }) =>
      (folded.length > 1 ? spelling : fold(make)).startsWith(folded),
    );
    return {
      before: words.slice(0, -count).join(" "),
      makes:
        folded === "" ? [] : makes.filter((make) => spellings.some((one) => one.make === make)),
      isModel: modelMatcher(ending, folded),
    };
  });
}

/** Whether words are the beginning of a model's name, or its name in another spelling ("3er", "C-Klasse"). */
function modelMatcher(ending: string, folded: string): (model: ModelName) => boolean {
  const compact = folded.replaceAll(" ", "");
  const spelled = findModels(ending).flatMap(({ facts, exact }) => (exact ? [facts] : []));
  return ({ make, model }) =>
    compact !== "" &&
    (fold(model).replaceAll(" ", "").startsWith(compact) ||
      spelled.some((facts) => facts.make === make && facts.model === model));
}

function labelOf(labels: string[], text: string): string {
  return [...labels, ...(text === "" ? [] : [`“${text}”`])].join(" · ");
}
