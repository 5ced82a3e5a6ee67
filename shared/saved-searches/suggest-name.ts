import type { SearchPart } from "#shared/search/search-filters.ts";
import { longestSearchName } from "./saved-search-limit.ts";

/** A part of a search with its label, for example `price` and "Up to $15,000". */
export type LabeledPart = { part: SearchPart; label: string };

/** A name for a search: "Mercedes-Benz C Class, estate, up to $15,000". */
export function suggestName(parts: readonly LabeledPart[]): string {
  const labelOf = (part: SearchPart) => parts.find((one) => one.part === part)?.label;
  const car = [labelOf("make"), labelOf("model")].filter(Boolean).join(" ");
  const others = parts
    .filter(({ part }) => part !== "make" && part !== "model")
    .map(({ label }) => lowerFirst(label));
  const words = [...(car ? [car] : []), ...others];
  if (words.length === 0) return "All cars";
  const name = words.join(", ");
  const sentence = name.charAt(0).toUpperCase() + name.slice(1);
  return sentence.length <= longestSearchName
    ? sentence
    : `${sentence.slice(0, longestSearchName - 1).trimEnd()}…`;
}

// "Estate" but not "SUV".
function lowerFirst(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
