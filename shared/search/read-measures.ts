import type { Span } from "./query-tokens.ts";
import { over, under } from "./read-ranges.ts";

/** A number with a unit that searches have no filter for. */
export type FoundMeasure = Span & {
  text: string;
  measure: "power" | "torque";
  /** "Over 500 hp", which no description says. */
  isLimit: boolean;
};

const torque = "nm|lb[\\s-]?ft";
const units = `hp|bhp|horse ?power|ps|kw|cv|${torque}`;
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,£€$])(?<limit>(?:${under}|${over})\\s*)?\\d{2,4}(?<more>\\s?\\+)?\\s?(?<unit>${units})(?![\\p{L}\\p{N}])(?<after>\\s?(?:\\+|or more\\b|or less\\b))?`,
  "giu",
);
const hint = new RegExp(`\\d\\s?\\+?\\s?(?:${units})`, "iu");
const isTorque = new RegExp(`^(?:${torque})$`, "iu");

/** Finds power and torque in a text: "over 500 hp", "150 kW", "400+ PS". */
export function findMeasures(text: string): FoundMeasure[] {
  if (!hint.test(text)) return [];
  return [...text.matchAll(pattern)].map(({ 0: words, index, groups }) => ({
    start: index,
    end: index + words.length,
    text: words,
    measure: isTorque.test(groups!.unit!) ? "torque" : "power",
    isLimit: [groups!.limit, groups!.more, groups!.after].some((limit) => limit !== undefined),
  }));
}
