import { fold } from "#shared/text/fold.ts";
import type { Make } from "./all-makes.ts";
import type { NameRule } from "./make-facts.ts";
import { modelTable, type ModelFacts } from "./model-table.ts";
import { factsOf, ofEachMake } from "./sold-makes.ts";

/** `exact`: the text is only the model's name, in any spelling. */
export type FoundModel = { facts: ModelFacts; exact: boolean };

/**
 * Models of the table that a feed's model text starts with: "A4 Avant 2.0 TDI" is an A4, "C-Klasse" a C Class, "Seria 3"
 * a 3 Series. Several makes may share a name. Empty when the table has no such model.
 * @param stated the makes that it can be of; empty if that is not known
 */
export function findModels(text: string, stated: readonly Make[] = []): FoundModel[] {
  const words = wordsOf(text);
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const models = modelsByKey
      .get(words.slice(0, count).join(""))
      ?.filter(({ make, needsMake }) => (stated.length > 0 ? stated.includes(make) : !needsMake));
    if (models?.length) return models.map((facts) => ({ facts, exact: count === words.length }));
  }
  return [];
}

/**
 * Like `findModels` for a known make, but also understands badges: a BMW 320d is a 3 Series, a Mercedes E 220 d an E
 * Class.
 */
export function findModel(make: Make, text: string): FoundModel | null {
  const [match] = findModels(text, [make]);
  if (match) return match;
  const badge = text.trim().toLowerCase().replace(/_+/g, " ");
  const facts = modelByRule(make, factsOf(make).badges, badge)?.facts;
  return facts ? { facts, exact: false } : null;
}

/**
 * Like `findModel`, for a feed that states the make, so that shorter names are clear, too: a BMW "3" or "320" is a
 * 3 Series, a Mercedes "C" a C Class, an "AMG C 63" or a "Maybach S 560" a car of its class.
 */
export function findStatedModel(make: Make, text: string): FoundModel | null {
  const words = wordsOf(text);
  const { generation } = factsOf(make);
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from);
    const match = findModel(make, rest.join(" ")) ?? findShortName(make, rest);
    // "AMG GT" is a model of its own, so the text is tried with its first word first.
    if (match) return match;
    const first = words[from]!;
    if (!prefixesOf[make].has(first) && !generation?.test(first)) return null;
  }
  return null;
}

const prefixesOf = ofEachMake((make): ReadonlySet<string> => {
  const { spellings, prefixes = [] } = factsOf(make);
  const names = spellings.flatMap((spelling) => spelling.split(" "));
  return new Set([...names, ...prefixes, "the", "series", "class"]);
});

/** A model by a first word that is clear only for this make. */
export function findShortName(make: Make, words: readonly string[]): FoundModel | null {
  const [first = "", ...others] = words;
  const match = modelByRule(make, factsOf(make).shortNames, first);
  // "ML Class" and "C" are only names of a class; "320" and "3 Touring" say more.
  const isAlone = others.length === 0 || others.join() === "class";
  return match && { facts: match.facts, exact: isAlone && match.rule.isName === true };
}

function modelByRule(make: Make, rules: readonly NameRule[] | undefined, text: string) {
  for (const rule of rules ?? []) {
    const match = rule.pattern.exec(text);
    if (!match) continue;
    const key = rule.model.replace("$1", match[1] ?? "");
    const facts = modelsByKey.get(key)?.find((model) => model.make === make);
    return facts ? { facts, rule } : null;
  }
  return null;
}

/** The words of a model's name, those for "class" and "series" in one spelling. */
export function wordsOf(text: string): string[] {
  return fold(text.toLowerCase())
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(\d)er(?: reihe)?\b/g, "$1 series")
    .replace(/\b(\d)er gt\b/g, "$1 gt")
    .replace(
      /\b([a-z]{0,3}?) ?(?:klasse|klasa|clase|classe|clasa|osztaly|trida|klass|class)\b/g,
      "$1 class",
    )
    .replace(/\b(\d?) ?(?:serie|seria|baureihe|reihe|series|rada)(?=\d?\b)/g, "$1 series ")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

const modelsByKey = new Map<string, ModelFacts[]>();
for (const facts of modelTable)
  for (const key of keysOf(facts)) modelsByKey.set(key, [...(modelsByKey.get(key) ?? []), facts]);

/** The spellings of a model that are clear, without spaces. */
export function keysOf({ model, spellings }: ModelFacts): Set<string> {
  return new Set(
    [model, ...spellings].flatMap((name) => {
      const words = wordsOf(name);
      const [first = "", second] = words;
      if (second !== "class" && second !== "series") return [words.join("")];
      // "CLA" is clear without "Class"; a lone "C" or "3" could be anything.
      return [first + second, second + first, ...(first.length > 1 ? [first] : [])];
    }),
  );
}
