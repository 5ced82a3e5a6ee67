import { filterValues } from "./filter-values.ts";
import type { WordMeaning } from "./query-words.ts";

// A search for other values is one without some of them. No one asks for other price labels.
const { priceLabel: _priceLabel, ...everyValue } = filterValues;
type Field = keyof typeof everyValue;

const wordsBefore = new Set(
  "not,no,non,without,except,excluding,kein,keine,keinen,nicht,ohne,ausser".split(","),
);

/** Whether the folded word excludes what the next one says: "not diesel". */
export function isNegation(word: string): boolean {
  return wordsBefore.has(word);
}

/** Whether a word excludes what it says itself: "-diesel". */
export function isNegated(typed: string): boolean {
  return /^[-–−]\p{L}/u.test(typed);
}

/** The filter whose values a meaning names; null if it is about several filters, or one without fixed values. */
export function excludableField({ filters }: WordMeaning): Field | null {
  const [field, ...others] = Object.keys(filters);
  return field && others.length === 0 && field in everyValue ? (field as Field) : null;
}

type Part = WordMeaning & { isExcluded?: boolean };

/**
 * Replaces excluded values by all others. "Not diesel not hybrid" excludes both, and what is wanted is not widened:
 * "petrol, not diesel" wants petrol.
 */
export function withoutExcluded<Given extends Part>(parts: readonly Given[]): Given[] {
  return parts.map((part) => {
    const field = part.isExcluded ? excludableField(part) : null;
    if (field === null) return part;
    const named = (isExcluded: boolean) =>
      parts
        .filter((one) => Boolean(one.isExcluded) === isExcluded)
        .flatMap(({ filters }): readonly string[] => filters[field] ?? []);
    const wanted = named(false);
    const all: readonly string[] = wanted.length > 0 ? wanted : everyValue[field];
    const excluded = new Set(named(true));
    const left = all.filter((value) => !excluded.has(value));
    return {
      ...part,
      label: `Not ${field === "make" ? part.label : lowerCaseLabel(part.label)}`,
      filters: { [field]: left.length > 0 ? left : all },
    };
  });
}

/** A label within a sentence. "SUV" stays. */
export function lowerCaseLabel(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
