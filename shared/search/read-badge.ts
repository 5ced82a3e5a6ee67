import type { Make } from "#shared/categories/category.ts";
import { findModel, mercedesClasses } from "#shared/listings/find-model.ts";
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

// Of the cars that BMW sold: no other model has these numbers, apart from those that are also of a Mercedes-Benz.
const bmwNumber = /^(?:[1-8](?:1[468]|2[0358]|3[05]|4[05])|[5-8]50|[57]60)$/;
// Each is the engine of several classes.
const mercedesNumber =
  /^(?:1[5678]0|190|2[0-8]0|3[02458]0|4[02358]0|5[0568]0|6[05]0|4[35]|5[35]|6[35])$/;

/** Whether a number without letters names a BMW: "bmw 320", and "530" also without its make. */
function isBareBadge({ text }: Token, makes: Make[]): boolean {
  if (!bmwNumber.test(text)) return false;
  return makes.length === 0 ? !mercedesNumber.test(text) : makes.includes("BMW");
}

/**
 * A number of an engine without its class: "mercedes 220", "mercedes 220 d", and "220", which is also a BMW. Only the cars
 * tell which models have it.
 */
export function bareEngine(tokens: Token[], at: number, makes: Make[]): Understood | null {
  const { text, folded } = tokens[at]!;
  const [, number = "", letters = ""] = /^(\d{2,3})([a-z]{0,3})$/.exec(folded) ?? [];
  if (!mercedesNumber.test(number)) return null;
  const words = { from: at, count: 1, isClassless: true };
  if (makes.includes("Mercedes-Benz"))
    return withVariant({ ...nothing, isWish: true }, number + letters, tokens, words);
  if (makes.length > 0 || !bmwNumber.test(text)) return null;
  return withVariant(bmwOrMercedes, number, tokens, words);
}

const nothing: Understood = { label: "", filters: {}, count: 1 };
const bmwOrMercedes: Understood = {
  label: "BMW or Mercedes-Benz",
  filters: { make: ["BMW", "Mercedes-Benz"] },
  count: 1,
};

/** A model read from its badge: "320d" is a 3 Series diesel, "c220" and "c 220" a C Class. */
export function badge(tokens: Token[], at: number, makes: Make[]): Understood | null {
  for (const count of [2, 1] as const) {
    if (at + count > tokens.length || !areAdjacent(tokens, at, count)) continue;
    const phrase = phraseOf(tokens, at, count);
    const isBare = count === 1 && isBareBadge(tokens[at]!, makes);
    if (!badgePatterns[count].test(phrase) && !isBare) continue;
    for (const make of ["BMW", "Mercedes-Benz", "Audi"] as const) {
      if (makes.length > 0 && !makes.includes(make)) continue;
      // "320 d" and "320" are names of a 320d and a 320i.
      const name = phrase.replace(/^(\d+)$/, "$1i").replace(/^(\d+) /, "$1");
      const found = findModel(make, name);
      if (!found) continue;
      const { model } = found.facts;
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

/**
 * The fuel that a badge names by its letter. Since 1997, a 220 of these classes is a diesel, with or without a letter:
 * C 220 CDI, C 220 BlueTEC, C 220 d.
 */
function fuelOf(badge: string): Fuel | null {
  if (/\d{2,3}[xl]?d$/.test(badge) || /^(?:c|e|v|cls|gl[ck])220$/.test(badge)) return "diesel";
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

/** The spellings of a variant as one word ("c220", "c220d", "220d"): what they begin with, and their pattern. */
export function spellingsOf({ letters, number, suffix }: Variant) {
  const ending = suffixes[suffix] ?? `(?:${suffix})?`;
  const classes = letters === null ? mercedesClasses : letters === "" ? [] : [letters];
  return {
    beginnings: [...classes.map((letters) => letters + number), number],
    pattern: new RegExp(`^(?:${classes.join("|")})?${number}${ending}$`),
  };
}
