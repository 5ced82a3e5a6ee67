import { soldMakes } from "#shared/makes/sold-makes.ts";

// Sellers state trims rarely.
const trimsOfMany = ["se", "sport", "exclusive"];
const trims = [...trimsOfMany, ...soldMakes.flatMap(({ trims }) => trims)];

/** Names of trims, folded. */
export const trimPhrases: ReadonlySet<string> = new Set(trims);

// "Avan" is the beginning of an Avant.
const unclear = new Set(["avantgarde"]);

/** Whether a word may be an unfinished trim, as "spor" is. */
export function beginsTrim(word: string): boolean {
  return trims.some((trim) => trim.startsWith(word) && !unclear.has(trim));
}
