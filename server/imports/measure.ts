/** A cell taken apart: words before the number, the number as written, words after it. */
export type Measure = { before: string; number: string; after: string };

/** Splits "R 459 900", "12.345,00 €" or "150 tys. km"; null where there is not exactly one number. */
export function splitMeasure(text: string): Measure | null {
  const match = /^([^\d]*?)((?:(?<=^|[^\d])[.,])?\d(?:[\d.,'’ ]*\d)?)(.*)$/su.exec(text);
  if (!match) return null;
  const [, before = "", number = "", after = ""] = match;
  // A digit behind belongs to the unit of measure: cm3, l/100km, m2.
  if (/\d/.test(after.replace(/cm ?\^?3|100 ?km/gi, ""))) return null;
  // The dash of a price without cents ("12.500,-", "12.500.--") is not a word.
  return {
    before: before.trim(),
    number,
    after: after
      .trim()
      .replace(/^[.,]? ?[-–—]+/, "")
      .trim(),
  };
}
