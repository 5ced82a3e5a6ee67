import { findModels, findShortName } from "#shared/makes/find-model.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import { excludableField, isNegated, isNegation, withoutExcluded } from "./exclude-values.ts";
import { fold } from "#shared/text/fold.ts";
import { isTypoOf } from "./is-typo-of.ts";
import { fuelLabels } from "./filter-labels.ts";
import { beginsTrim, trimPhrases } from "./trim-words.ts";
import type { QueryPart, Understood, WishedWords } from "./query-part.ts";
import { areAdjacent, phraseOf, tokensOf, type Span, type Token } from "./query-tokens.ts";
import { fillerWords, queryWords, type WordMeaning } from "./query-words.ts";
import { badge, bareEngine, withBadge } from "./read-badge.ts";
import { findMeasures, type FoundMeasure } from "./read-measures.ts";
import { findRanges } from "./read-ranges.ts";
import type { SearchFilters, SearchSort } from "./search-filters.ts";
import { isForeignAmount } from "./typed-currency.ts";

export type ReadQuery = {
  /** The query with single spaces, which all positions refer to. */
  query: string;
  /** In the order of the query. */
  parts: QueryPart[];
  /** The words that were not understood, as they were typed. */
  text: string;
  textSpans: Span[];
  /** Words that count only if they describe any car that the rest of the query finds. */
  wished: WishedWords[];
  /** The order that words ask for: "cheap". */
  sort: SearchSort | undefined;
  /** What was read but cannot be searched: "over 500 hp". */
  unsearchable: FoundMeasure[];
};

export type QueryContext = {
  currency: string;
  thisYear: number;
  /** Whether a folded word occurs in a listing. Such a word is never taken for a typo of another. */
  isKnownWord: (word: string) => boolean;
  /** Whether the name of a listing has a word that begins like this and `isOther`. */
  beginsInTitle: (beginning: string, isOther: (word: string) => boolean) => boolean;
  /** Whether any car matches these filters. */
  hasCars: (filters: SearchFilters) => boolean;
};

type Found = QueryPart & Pick<Understood, "fuel" | "isExcluded">;

const nothing = { parts: [], text: "", textSpans: [], wished: [], sort: undefined };

/** Reads makes, models, body types, ranges and so on from what people type: "merc c class estate under 15k". */
export function readQuery(query: string, context: QueryContext): ReadQuery {
  if (query === "") return { query, ...nothing, unsearchable: [] };
  const text = query.normalize("NFKC").replace(/\s+/g, " ").trim();
  // Only digits make a range.
  const { measures, ranges } = /\d/.test(text) ? numbersIn(text, context) : noNumbers;
  const tokens = tokensOf(text, [...measures, ...ranges]);
  const foundParts: Found[] = [...ranges];
  const left: Token[] = [];
  const wished = measures.flatMap(({ isLimit, ...span }) =>
    isLimit ? [] : wishOf([{ ...span, folded: fold(span.text.toLowerCase()) }]),
  );
  const makes: Make[] = makesIn(tokens);
  for (let at = 0; at < tokens.length;) {
    const understood =
      exclusion(tokens, at, makes, context) ?? understand(tokens, at, makes, context);
    if (understood) {
      const { count, wish, isTrim, isWish, ...meaning } = understood;
      const start = tokens[at]!.start;
      const end = tokens[at + count - 1]!.end;
      if (wish) wished.push(wish);
      if (isTrim) wished.push(wishOf(tokens.slice(at, at + count)));
      else if (!isWish) foundParts.push({ ...meaning, start, end });
      at += count;
      continue;
    }
    if (!fillerWords.has(tokens[at]!.folded)) left.push(tokens[at]!);
    at += 1;
  }
  const parts = inOrder(withFuels(withoutExcluded(foundParts), context));
  return {
    query: text,
    parts,
    text: left.map((token) => token.text).join(" "),
    textSpans: left.map(({ start, end }) => ({ start, end })),
    wished: wished.toSorted((a, b) => a.spans[0]!.start - b.spans[0]!.start),
    sort: parts.find(({ sort }) => sort)?.sort,
    unsearchable: measures.filter(({ isLimit }) => isLimit),
  };
}

const noNumbers = { measures: [], ranges: [] };

/** Measures and ranges. A number of a measure is no price. */
function numbersIn(text: string, context: QueryContext) {
  const measures = findMeasures(text);
  let rest = text;
  for (const { start, end } of measures)
    rest = rest.slice(0, start) + "\u0001".repeat(end - start) + rest.slice(end);
  const ranges = findRanges(rest, context).map((range) => {
    const isPrice = range.filters.priceMin !== undefined || range.filters.priceMax !== undefined;
    const isForeign = isPrice && isForeignAmount(text.slice(range.start, range.end), context);
    return { ...range, ...(isForeign && { isForeign }) };
  });
  return { measures, ranges };
}

function wishOf(tokens: Token[]): WishedWords {
  return {
    words: tokens.map(({ text }) => text).join(" "),
    spans: tokens.map(({ start, end }) => ({ start, end })),
    terms: tokens.flatMap(({ folded }) => folded.split(" ")),
    variant: null,
  };
}

/** Adds the fuels that badges name, if there are such cars and no other words name a fuel. */
function withFuels(foundParts: Found[], { hasCars }: QueryContext): Found[] {
  const isStated = foundParts.some(({ filters }) => filters.fuel);
  return foundParts.flatMap(({ fuel, ...part }) => {
    if (!fuel || isStated || !hasCars({ model: part.filters.model, fuel: [fuel] })) return [part];
    const { start, end } = part;
    return [part, { label: fuelLabels[fuel], filters: { fuel: [fuel] }, start, end }];
  });
}

/** The parts in the order of the query. "Mercedez Benz" says the same twice, so it is one part. */
function inOrder(foundParts: Found[]): QueryPart[] {
  const parts: QueryPart[] = [];
  for (const { isExcluded: _isExcluded, ...part } of foundParts.toSorted(
    (a, b) => a.start - b.start,
  )) {
    const before = parts.at(-1);
    if (before?.label === part.label && part.start - before.end <= 1) before.end = part.end;
    // The fuel of a badge has the words of its model, also where the model was named before: "A4 A4 220 d".
    else if (before && part.start < before.end)
      parts.push({ ...part, start: before.start, end: before.end });
    else parts.push(part);
  }
  return parts;
}

/** The parts that other words than those of the given ones do not mean: "320d" means a model and a fuel. */
export function partsSharing(parts: readonly QueryPart[], words: readonly Span[]): QueryPart[] {
  return parts.filter(({ start }) => words.some((other) => other.start === start));
}

/** The words at a place of a query. */
export function wordsAt({ query }: ReadQuery, { start, end }: Span): string {
  return query.slice(start, end);
}

/** A query without some of its words. */
export function queryWithout({ query }: ReadQuery, spans: readonly Span[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    rest += `${query.slice(at, start)} `;
    at = end;
  }
  return (rest + query.slice(at)).replace(/\s+/g, " ").trim();
}

const longestPhrase = 4;

const coloredThings = wordSet("edition,leather,interior,seats,roof,wheels,alloys,leder,sitze,dach");
// "5 door" is no 5 Series.
const countedThings = wordSet(
  "door,doors,dr,seat,seats,seater,speed,owner,owners,turer,turen,sitzer,sitze,gang",
);
// "Stock 530" is no 5 Series.
const numberedThings = wordSet("stock,ref,lot,id");

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(","));
}

/** What is excluded: "not diesel", "-diesel". */
function exclusion(
  tokens: Token[],
  at: number,
  makes: Make[],
  context: QueryContext,
): Understood | null {
  const before = isNegation(tokens[at]!.folded) ? 1 : 0;
  if (before === 0 && !isNegated(tokens[at]!.text)) return null;
  if (at + before >= tokens.length || !areAdjacent(tokens, at, before + 1)) return null;
  const meaning = understand(tokens, at + before, makes, context);
  if (!meaning || excludableField(meaning) === null) return null;
  return { ...meaning, count: before + meaning.count, isExcluded: true };
}

function understand(
  tokens: Token[],
  at: number,
  makes: Make[],
  context: QueryContext,
): Understood | null {
  for (let count = Math.min(longestPhrase, tokens.length - at); count > 0; count--) {
    if (!areAdjacent(tokens, at, count)) continue;
    const phrase = phraseOf(tokens, at, count);
    const following = tokens[at + count]?.folded ?? "";
    const meaning = queryWords.get(phrase);
    // "Black edition" and "red leather" do not say which color the car has.
    if (meaning?.filters.colour && coloredThings.has(following)) return null;
    if (meaning) return { ...meaning, count };
    const model = countedThings.has(following) ? null : modelNamed(phrase, makes);
    if (model && !isArticle(tokens, at, count, makes))
      return withBadge({ ...model, count }, tokens, at);
    if (trimPhrases.has(phrase)) return { label: "", filters: {}, count, isTrim: true };
  }
  const word = tokens[at]!.folded;
  const isNumbered = at > 0 && numberedThings.has(tokens[at - 1]!.folded);
  const read = isNumbered ? null : (badge(tokens, at, makes) ?? bareEngine(tokens, at, makes));
  return read ?? typo(word, context) ?? beginning(word, context);
}

function makesIn(tokens: Token[]): Make[] {
  return tokens.flatMap((token, at) => [
    ...(queryWords.get(token.folded)?.filters.make ?? []),
    ...(queryWords.get(phraseOf(tokens, at, Math.min(2, tokens.length - at)))?.filters.make ?? []),
  ]);
}

/** Every model of this name, in any spelling. With a make, "3" is a 3 Series and "c" a C Class. */
function modelNamed(phrase: string, makes: Make[]): WordMeaning | null {
  const isBareNumber = /^\d+$/.test(phrase);
  if (isBareNumber && makes.length === 0) return null;
  const exact = findModels(phrase, makes)
    .filter(({ exact }) => exact)
    .map(({ facts }) => facts.model);
  const isLetterOrDigit = phrase.length === 1;
  const short = exact.length > 0 || !isLetterOrDigit ? [] : shortNames(phrase, makes);
  const models = [...new Set([...exact, ...short])];
  return models.length === 0 ? null : { label: models.join(" or "), filters: { model: models } };
}

/** What a letter or digit names for these makes. */
function shortNames(phrase: string, makes: Make[]): string[] {
  return makes.flatMap((make) => {
    const match = findShortName(make, [phrase]);
    return match?.exact ? [match.facts.model] : [];
  });
}

// "a 3 series" is not an A3.
function isArticle(tokens: Token[], at: number, count: number, makes: Make[]): boolean {
  if (tokens[at]!.folded !== "a" || count > 2) return false;
  const next = Math.min(3, tokens.length - at - 1);
  for (let more = next; more > 0; more--) {
    const phrase = phraseOf(tokens, at + 1, more);
    if (/^(class|klasse)\b/.test(phrase)) return false;
    if (more > 1 && modelNamed(phrase, makes)) return true;
  }
  return count === 1 && next === 0;
}

const singleWords = [...queryWords].filter(([word]) => !word.includes(" ") && word.length > 3);

function typo(word: string, { isKnownWord }: QueryContext): Understood | null {
  if (word.length < 4 || fillerWords.has(word) || isKnownWord(word)) return null;
  const near = singleWords.filter(([phrase]) => isTypoOf(word, phrase));
  return oneMeaning(near.map(([, meaning]) => meaning));
}

/** An unfinished word, if only one thing begins like it: "comp" is also the M3 Competition. */
function beginning(word: string, { isKnownWord, beginsInTitle }: QueryContext): Understood | null {
  if (word.length < 3 || fillerWords.has(word) || isKnownWord(word)) return null;
  if (beginsTrim(word) || beginsInTitle(word, (name) => !queryWords.has(name))) return null;
  return oneMeaning(
    singleWords.filter(([phrase]) => phrase.startsWith(word)).map(([, meaning]) => meaning),
  );
}

function oneMeaning(meanings: WordMeaning[]): Understood | null {
  const [first] = meanings;
  return first && meanings.every(({ label }) => label === first.label)
    ? { ...first, count: 1 }
    : null;
}
