import type { Make } from "#shared/makes/all-makes.ts";
import { findModel } from "#shared/makes/find-model.ts";
import type { NumberRule } from "#shared/makes/make-facts.ts";
import { makes as soldNames, soldMakes } from "#shared/makes/sold-makes.ts";
import type { Fuel } from "#shared/listings/listing.ts";
import type { Understood, Variant } from "./query-part.ts";
import { areAdjacent, phraseOf, type Token } from "./query-tokens.ts";

const badgePattern = /^\d{2,3}[a-z]{0,3}$/;

/** "C class 220 d", "slk 200", "a4 40": the number says which engine, and few listings state it. */
export function withBadge(model: Understood, tokens: Token[], at: number): Understood {
  const next = tokens[at + model.count];
  if (!next || !badgePattern.test(next.folded) || !areAdjacent(tokens, at, model.count + 1))
    return model;
  const [, letters = ""] = /^([a-z]+) class$/i.exec(model.label) ?? [];
  const words = { from: at + model.count, count: 1 };
  const read = withVariant(model, letters.toLowerCase() + next.folded, tokens, words);
  return { ...read, count: model.count + read.count };
}

const badgePatterns = {
  1: /^(?:m?\d{3}[a-z]{1,2}|[a-z]{1,3}\d{2,3}[a-z]{0,2})$/,
  2: /^(?:[a-z]{1,3} \d{2,3}[a-z]{0,3}|[1-8]\d{2} (?:d|e|i|xd|xi))$/,
};

/** The makes whose cars have this number without letters. */
function makesOfNumber(mean: NumberRule["mean"], number: string): Make[] {
  return soldMakes
    .filter(({ numbers }) => numbers?.mean === mean && numbers.pattern.test(number))
    .map(({ name }) => name);
}

/** Whether a number without letters names a model: "bmw 320", and "530" also without its make. */
function isBareBadge({ text }: Token, makes: Make[]): boolean {
  const named = makesOfNumber("model", text);
  if (makes.length > 0) return named.some((make) => makes.includes(make));
  return named.length > 0 && makesOfNumber("engine", text).length === 0;
}

/**
 * A number of an engine without its class: "mercedes 220", "mercedes 220 d", and "220", which is also a BMW. Only the cars
 * tell which models have it.
 */
export function bareEngine(tokens: Token[], at: number, makes: Make[]): Understood | null {
  const { text, folded } = tokens[at]!;
  const [, number = "", letters = ""] = /^(\d{2,3})([a-z]{0,3})$/.exec(folded) ?? [];
  const withEngine = makesOfNumber("engine", number);
  if (withEngine.length === 0) return null;
  const words = { from: at, count: 1, isClassless: true };
  if (makes.some((make) => withEngine.includes(make)))
    return withVariant({ ...nothing, isWish: true }, number + letters, tokens, words);
  const withModel = makesOfNumber("model", text);
  if (makes.length > 0 || withModel.length === 0) return null;
  const either = [...withModel, ...withEngine];
  const read = { label: either.join(" or "), filters: { make: either }, count: 1 };
  return withVariant(read, number, tokens, words);
}

const nothing: Understood = { label: "", filters: {}, count: 1 };

/** A model read from its badge: "320d" is a 3 Series diesel, "c220" and "c 220" a C Class. */
export function badge(tokens: Token[], at: number, makes: Make[]): Understood | null {
  for (const count of [2, 1] as const) {
    if (at + count > tokens.length || !areAdjacent(tokens, at, count)) continue;
    const phrase = phraseOf(tokens, at, count);
    const isBare = count === 1 && isBareBadge(tokens[at]!, makes);
    if (!badgePatterns[count].test(phrase) && !isBare) continue;
    for (const make of makes.length > 0 ? makes : soldNames) {
      // "320 d" and "320" are names of a 320d and a 320i.
      const name = phrase.replace(/^(\d+)$/, "$1i").replace(/^(\d+) /, "$1");
      const match = findModel(make, name);
      if (!match) continue;
      const { model } = match.facts;
      const read = { label: model, filters: { model: [model] }, count };
      return withVariant(read, phrase.replaceAll(" ", ""), tokens, { from: at, count });
    }
  }
  return null;
}

/** Adds the variant that some words name, and its fuel, also where its letter stands alone ("220 d"). */
function withVariant(
  read: Understood,
  badge: string,
  tokens: Token[],
  { from, count, isClassless = false }: { from: number; count: number; isClassless?: boolean },
): Understood {
  const next = tokens[from + count];
  const isApart =
    /\d$/.test(badge) &&
    next !== undefined &&
    /^(?:d|e|de|i)$/.test(next.folded) &&
    areAdjacent(tokens, from, count + 1);
  const whole = isApart ? badge + next.folded : badge;
  const words = tokens.slice(from, from + count + Number(isApart));
  const fuel = fuelOf(whole);
  const [, letters = "", number = "", suffix = ""] = /^([a-z]*)(\d+)([a-z]*)$/.exec(whole) ?? [];
  return {
    ...read,
    count: words.length,
    ...(fuel && { fuel }),
    wish: {
      words: words.map(({ text }) => text).join(" "),
      spans: words.map(({ start, end }) => ({ start, end })),
      terms: [],
      variant: { letters: isClassless ? null : letters, number, suffix },
    },
  };
}

/** The fuel that a badge names, mostly by its letter. */
function fuelOf(badge: string): Fuel | null {
  const isDiesel = soldMakes.some(({ dieselBadges }) => dieselBadges?.test(badge));
  if (/\d{2,3}[xl]?d$/.test(badge) || isDiesel) return "diesel";
  if (/\d{2,3}[xl]?d?e$/.test(badge)) return "plug-in hybrid";
  return /\d{2,3}[xlc]?i$/.test(badge) ? "petrol" : null;
}

// What sellers write after the number instead of the letter, or around it.
const suffixes: Readonly<Record<string, string>> = {
  "": "[a-z]{0,4}",
  d: "(?:d|xd|ld|cdi|td|tds|sd)?",
  i: "(?:i|xi|li|ci|is)?",
  e: "(?:e|xe|le)?",
};

const classesOfEngines = soldMakes.flatMap(({ numbers }) =>
  numbers?.mean === "engine" ? numbers.classes : [],
);

/** The spellings of a variant as one word ("c220", "c220d", "220d"): what they begin with, and their pattern. */
export function spellingsOf({ letters, number, suffix }: Variant) {
  const ending = suffixes[suffix] ?? `(?:${suffix})?`;
  const classes = letters === null ? classesOfEngines : letters === "" ? [] : [letters];
  return {
    beginnings: [...classes.map((letters) => letters + number), number],
    pattern: new RegExp(`^(?:${classes.join("|")})?${number}${ending}$`),
  };
}
