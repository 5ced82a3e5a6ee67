// Trims of the three makes. Sellers state them rarely, and their words mean nothing else.
const trims =
  "m sport,m performance,competition,s line,black edition,amg,amg line,se,sport,sport line,x line,xline,luxury line,modern line,technik,vorsprung,exclusive,elegance,avantgarde".split(
    ",",
  );

/** Names of trims, folded. */
export const trimPhrases: ReadonlySet<string> = new Set(trims);

// "Avan" is the beginning of an Avant.
const unclear = new Set(["avantgarde"]);

/** Whether a word may be an unfinished trim, as "spor" is. */
export function beginsTrim(word: string): boolean {
  return trims.some((trim) => trim.startsWith(word) && !unclear.has(trim));
}
