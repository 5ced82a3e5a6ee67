import { findModel, findModels } from "#shared/listings/find-model.ts";
import type { Make } from "#shared/categories/category.ts";
import { excludableField, isNegated, isNegation, withoutExcluded } from "./exclude-values.ts";
import { isTypoOf } from "./is-typo-of.ts";
import { areAdjacent, phraseOf, tokensOf, type Span, type Token } from "./query-tokens.ts";
import { fillerWords, queryWords, type WordMeaning } from "./query-words.ts";
import { findRanges } from "./read-ranges.ts";

/** A part of a query that was understood. */
export type QueryPart = WordMeaning & Span;

export type ReadQuery = {
  /** The query with single spaces, which all positions refer to. */
  query: string;
  /** In the order of the query. */
  parts: QueryPart[];
  /** The words that were not understood, as they were typed. */
  text: string;
  textSpans: Span[];
  /** Folded words that should rank cars higher but not exclude others: "320d" is also read as a 3 Series. */
  preferred: string[];
};

export type QueryContext = {
  currency: string;
  thisYear: number;
  /** Whether a folded word occurs in a listing. Such a word is never taken for a typo of another. */
  isKnownWord: (word: string) => boolean;
  /** Whether the name of a listing has a word that begins like this and `isOther`. */
  beginsInTitle: (beginning: string, isOther: (word: string) => boolean) => boolean;
};

type Found = QueryPart & { preferred?: string[]; isExcluded?: boolean };

/** Reads makes, models, body types, ranges and so on from what people type: "merc c class estate under 15k". */
export function readQuery(query: string, context: QueryContext): ReadQuery {
  if (query === "") return { query, parts: [], text: "", textSpans: [], preferred: [] };
  const text = query.normalize("NFKC").replace(/\s+/g, " ").trim();
  // Only digits make a range.
  const ranges = /\d/.test(text) ? findRanges(text, context) : [];
  const tokens = tokensOf(text, ranges);
  const found: Found[] = [...ranges];
  const left: Token[] = [];
  const makes: Make[] = makesIn(tokens);
  for (let at = 0; at < tokens.length;) {
    const understood =
      exclusion(tokens, at, makes, context) ?? understand(tokens, at, makes, context);
    if (understood) {
      const { count, ...meaning } = understood;
      found.push({ ...meaning, start: tokens[at]!.start, end: tokens[at + count - 1]!.end });
      at += count;
      continue;
    }
    if (!fillerWords.has(tokens[at]!.folded)) left.push(tokens[at]!);
    at += 1;
  }
  return {
    query: text,
    parts: inOrder(withoutExcluded(found)),
    text: left.map((token) => token.text).join(" "),
    textSpans: left.map(({ start, end }) => ({ start, end })),
    preferred: found.flatMap((part) => part.preferred ?? []),
  };
}

/** The parts in the order of the query. "Mercedez Benz" says the same twice, so it is one part. */
function inOrder(found: Found[]): QueryPart[] {
  const parts: QueryPart[] = [];
  for (const { label, filters, start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const before = parts.at(-1);
    if (before?.label === label && start - before.end <= 1) before.end = end;
    else parts.push({ label, filters, start, end });
  }
  return parts;
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

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(","));
}

type Understood = WordMeaning & { count: number; preferred?: string[]; isExcluded?: boolean };

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
  }
  const word = tokens[at]!.folded;
  return badge(tokens, at, makes) ?? typo(word, context) ?? beginning(word, context);
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
  const exact = findModels(phrase)
    .filter(({ facts, exact }) => exact && (makes.length === 0 || makes.includes(facts.make)))
    .map(({ facts }) => facts.model);
  const short =
    exact.length > 0
      ? []
      : makes.includes("BMW") && /^[1-8]$/.test(phrase)
        ? [`${phrase} Series`]
        : makes.includes("Mercedes-Benz") && /^[abcegrsvx]$/.test(phrase)
          ? [`${phrase.toUpperCase()} Class`]
          : [];
  const models = [...new Set([...exact, ...short])];
  return models.length === 0 ? null : { label: models.join(" or "), filters: { model: models } };
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

const badgePattern = /^\d{2,3}[a-z]{0,3}$/;

// "c class 220 d", "slk 200", "a4 40": the number says which engine, and few listings state it.
function withBadge(model: Understood, tokens: Token[], at: number): Understood {
  const next = tokens[at + model.count];
  if (!next || !badgePattern.test(next.folded) || !areAdjacent(tokens, at, model.count + 1))
    return model;
  const count = model.count + 1;
  return withEngineLetter(
    { ...model, label: `${model.label} ${next.text}`, count, preferred: [next.folded] },
    next.folded,
    tokens,
    at,
  );
}

const badgePatterns = {
  1: /^(?:m?\d{3}[a-z]{1,2}|[a-z]{1,3}\d{2,3}[a-z]{0,2})$/,
  2: /^(?:[a-z]{1,3} \d{2,3}[a-z]{0,3}|[1-8]\d{2} (?:d|e|i|xd|xi))$/,
};

// Without the make, 320 could be anything.
function isBareBadge(phrase: string, makes: Make[]): boolean {
  return makes.includes("BMW") && /^[1-8](?:1[468]|2[0358]|3[05]|4[05]|50|60)$/.test(phrase);
}

/** A model read from its badge: "320d" is a 3 Series diesel, "c220" and "c 220" a C Class. */
function badge(tokens: Token[], at: number, makes: Make[]): Understood | null {
  for (const count of [2, 1] as const) {
    if (at + count > tokens.length || !areAdjacent(tokens, at, count)) continue;
    const phrase = phraseOf(tokens, at, count);
    if (!badgePatterns[count].test(phrase) && !isBareBadge(phrase, makes)) continue;
    for (const make of ["BMW", "Mercedes-Benz", "Audi"] as const) {
      if (makes.length > 0 && !makes.includes(make)) continue;
      // "320 d" and "320" are names of a 320d and a 320i.
      const name = phrase.replace(/^(\d+)$/, "$1i").replace(/^(\d+) /, "$1");
      const found = findModel(make, name);
      if (!found) continue;
      const { model } = found.facts;
      return withEngineLetter(
        {
          label: `${model} ${phrase}`,
          filters: { model: [model] },
          count,
          preferred: name === phrase ? phrase.split(" ") : [name],
        },
        name,
        tokens,
        at,
      );
    }
  }
  return null;
}

/** Adds the fuel that a badge names, also where its letter stands alone ("220 d"). */
function withEngineLetter(
  read: Understood,
  badge: string,
  tokens: Token[],
  at: number,
): Understood {
  const next = tokens[at + read.count];
  const isApart =
    /\d$/.test(badge) &&
    next !== undefined &&
    /^(?:d|e|de|i)$/.test(next.folded) &&
    areAdjacent(tokens, at, read.count + 1);
  const whole = isApart ? badge + next.folded : badge;
  const fuel = /\d{2,3}d$/.test(whole)
    ? "diesel"
    : /\d{2,3}d?e$/.test(whole)
      ? "plug-in hybrid"
      : null;
  return {
    ...read,
    ...(isApart && { label: `${read.label} ${next.text}`, count: read.count + 1 }),
    filters: { ...read.filters, ...(fuel && { fuel: [fuel] }) },
  };
}

const singleWords = [...queryWords].filter(([word]) => !word.includes(" ") && word.length > 3);

function typo(word: string, { isKnownWord }: QueryContext): Understood | null {
  if (word.length < 4 || fillerWords.has(word) || isKnownWord(word)) return null;
  const near = singleWords.filter(([known]) => isTypoOf(word, known));
  return oneMeaning(near.map(([, meaning]) => meaning));
}

/** An unfinished word, if only one thing begins like it: "comp" is also the M3 Competition. */
function beginning(word: string, { isKnownWord, beginsInTitle }: QueryContext): Understood | null {
  if (word.length < 3 || fillerWords.has(word) || isKnownWord(word)) return null;
  if (beginsInTitle(word, (name) => !queryWords.has(name))) return null;
  return oneMeaning(
    singleWords.filter(([known]) => known.startsWith(word)).map(([, meaning]) => meaning),
  );
}

function oneMeaning(meanings: WordMeaning[]): Understood | null {
  const [first] = meanings;
  return first && meanings.every(({ label }) => label === first.label)
    ? { ...first, count: 1 }
    : null;
}
