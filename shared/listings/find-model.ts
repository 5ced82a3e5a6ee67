import type { Make } from "#shared/categories/category.ts";
import { fold } from "#shared/text/fold.ts";
import { modelTable, type ModelFacts } from "./known-models.ts";

/** `exact`: the text is only the model's name, in any spelling. */
export type FoundModel = { facts: ModelFacts; exact: boolean };

/**
 * Known models that a feed's model text starts with: "A4 Avant 2.0 TDI" is an A4, "C-Klasse" a C Class, "Seria 3" a
 * 3 Series. Several makes may share a name. Empty when no model is known.
 */
export function findModels(text: string): FoundModel[] {
  const words = wordsOf(text);
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const known = byKey.get(words.slice(0, count).join(""));
    if (known) return known.map((facts) => ({ facts, exact: count === words.length }));
  }
  return [];
}

/**
 * Like `findModels` for a known make, but also understands badges: a BMW 320d is a 3 Series, a Mercedes E 220 d an E
 * Class.
 */
export function findModel(make: Make, text: string): FoundModel | null {
  const found = findModels(text).find(({ facts }) => facts.make === make);
  if (found) return found;
  const key = badgeKey(make, text.trim().toLowerCase().replace(/_+/g, " "));
  const facts = key && byKey.get(key)?.find((candidate) => candidate.make === make);
  return facts ? { facts, exact: false } : null;
}

/**
 * Like `findModel`, for a feed that states the make, so that shorter names are clear, too: a BMW "3" or "320" is a
 * 3 Series, a Mercedes "C" a C Class, an "AMG C 63" or a "Maybach S 560" a car of its class.
 */
export function findStatedModel(make: Make, text: string): FoundModel | null {
  const words = wordsOf(text);
  const brands = new Set([
    "bmw",
    "audi",
    "mercedes",
    "benz",
    "amg",
    "maybach",
    "activehybrid",
    "the",
    "series",
    "class",
  ]);
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from);
    const found = findModel(make, rest.join(" ")) ?? findShortName(make, rest);
    // "AMG GT" is a model of its own, so the text is tried with its first word first.
    if (found) return found;
    if (!brands.has(words[from] ?? "") && !isGeneration(make, words[from] ?? "")) return null;
  }
  return null;
}

/** Whether a word is the maker's name of a generation, as in "F30 320d" and "W205 C 200". */
const isGeneration = (make: Make, word: string) =>
  make === "BMW"
    ? /^[efgu]\d\d$/.test(word)
    : make === "Mercedes-Benz" && /^[wscxarv]\d{3}$/.test(word);

function findShortName(make: Make, words: readonly string[]): FoundModel | null {
  const [first = ""] = words;
  const name =
    make === "BMW"
      ? (/^([1-8])(?:gt|\d\d)?$/.exec(first)?.[1] ??
        /^([ix]\d|z[34])(?:s|m(?:\d\d[a-z]?)?)$/.exec(first)?.[1])
      : make === "Mercedes-Benz"
        ? /^(?:[abcegmrsvx]|ml)$/.exec(first)?.[0].slice(0, 1)
        : /^((?:rs|sq|[aqs])\d)(?:l|sb|avant|sportback|limousine|coupe|cabrio)$/.exec(first)?.[1];
  if (!name) return null;
  const key = name.length > 1 ? name : `${name}${make === "BMW" ? "series" : "class"}`;
  const facts = byKey.get(key)?.find((candidate) => candidate.make === make);
  // "ML Class" and "C" are only names of a class; "320" and "3 Touring" say more.
  const isName =
    /^[1-8a-z]$|^ml$/.test(first) && (words.length === 1 || words.slice(1).join() === "class");
  return facts ? { facts, exact: isName } : null;
}

/** What stands before the number of a Mercedes-Benz. */
export const mercedesClasses =
  "cla,cls,clk,clc,cle,cl,gla,glb,glc,gle,gls,glk,gl,slk,slc,sl,ml,eqa,eqb,eqc,eqe,eqs,eqv,a,b,c,e,g,r,s,v,x".split(
    ",",
  );
const mercedesBadge = new RegExp(`^(${mercedesClasses.join("|")})[ -]?\\d{2,3}\\b`);

function badgeKey(make: Make, text: string): string | null {
  if (make === "BMW") {
    // A letter must follow. Bare digits ("230") are a truncated name, not a badge.
    const badge = /^(?:m(\d)\d{2}[a-z]|(\d)\d{2}[a-z])/.exec(text.replace(/(\d) (?=[a-z])/, "$1"));
    return badge ? `${badge[1] ?? badge[2]}series` : null;
  }
  if (make === "Mercedes-Benz") {
    const badge = mercedesBadge.exec(text.replace(/(\d)[a-z]/, "$1 "));
    return badge?.[1] ? `${badge[1] === "ml" ? "m" : badge[1]}class` : null;
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

// "Q4" is only sold as "Q4 e-tron", and "SLS" as "SLS AMG".
const firstWordIsClear = new Set(["Q4 e-tron", "Q6 e-tron", "SLS AMG", "SLR McLaren"]);

const byKey = new Map<string, ModelFacts[]>();
for (const facts of modelTable)
  for (const key of keysOf(facts)) byKey.set(key, [...(byKey.get(key) ?? []), facts]);

/** The spellings of a model that are clear, without spaces. */
export function keysOf({ make, model }: ModelFacts): Set<string> {
  const words = wordsOf(model);
  const keys = new Set([words.join("")]);
  const [first = "", second] = words;
  if (firstWordIsClear.has(model)) keys.add(first);
  if (second === "class" || second === "series") {
    keys.add(`${second}${first}`);
    // "CLA" is clear without "Class"; a lone "C" or "3" could be anything.
    if (first.length > 1) keys.add(first);
  } else if (make === "Mercedes-Benz" && words.length === 1 && /^[a-z]{3}$/.test(first)) {
    keys.add(`${first}class`).add(`class${first}`);
  }
  return keys;
}
