/** Which mark a feed writes before decimals. The other one, if present, groups thousands. */
export type DecimalMark = "point" | "comma";

// Thousands may also be grouped by a space or an apostrophe, whichever the decimal mark is.
const grouped = (group: string, decimal: string) =>
  new RegExp(`^(?:\\d+|\\d{1,3}(?:([${group} '’])\\d{3})(?:\\1\\d{3})*)?(?:${decimal}(\\d+))?$`);
const shapes = { point: grouped(",", "\\."), comma: grouped(".", ",") };

/**
 * The decimal number (as "12345.5") that a text is under each decimal mark; absent where it is none under it.
 * "12.345" is both 12.345 and 12345, "12.345,00" and "12.50" are each only one.
 */
export function readingsOf(text: string): Partial<Record<DecimalMark, string>> {
  const readings: Partial<Record<DecimalMark, string>> = {};
  if (!/\d/.test(text)) return readings;
  for (const mark of ["point", "comma"] as const) {
    const match = shapes[mark].exec(text);
    if (!match) continue;
    const decimals = match[2];
    const whole = (decimals === undefined ? text : text.slice(0, -decimals.length - 1)).replace(
      /\D/g,
      "",
    );
    readings[mark] = decimals === undefined ? whole : `${whole || "0"}.${decimals}`;
  }
  return readings;
}

/** The mark that a text proves by being a number under it alone; null where it proves nothing. */
export function provenMark(text: string): DecimalMark | null {
  const { point, comma } = readingsOf(text);
  if ((point === undefined) === (comma === undefined)) return null;
  return point === undefined ? "comma" : "point";
}

/** The number a text is under the feed's mark (null: not known), `"ambiguous"` or null where it is none. */
export function readNumber(text: string, mark: DecimalMark | null): string | "ambiguous" | null {
  const { point, comma } = readingsOf(text);
  if (point === comma || comma === undefined) return point ?? null;
  if (point === undefined) return comma;
  return mark === null ? "ambiguous" : mark === "point" ? point : comma;
}

/** How often a column's values prove each mark. */
export type MarkVotes = Record<DecimalMark, number>;

/**
 * The mark of a column: its own values decide; where none proves anything, the feed's language and money; where these
 * say nothing or contradict each other, the other columns. Evidence that contradicts itself decides nothing, so that nothing is guessed.
 */
export function decideMark(
  own: MarkVotes,
  locale: DecimalMark | "contradictory" | null,
  others: MarkVotes,
): DecimalMark | null {
  if (own.point > 0 || own.comma > 0) return soleMark(own) ?? overwhelmingMark(own, locale);
  // A consumption of "5.4" from a database says less than the language in which the whole feed is written.
  return locale === null || locale === "contradictory" ? soleMark(others) : locale;
}

function soleMark({ point, comma }: MarkVotes): DecimalMark | null {
  if (point > 0 === comma > 0) return null;
  return point > 0 ? "point" : "comma";
}

// A few stray rows do not undo what the rest of the column and the feed's language agree on.
function overwhelmingMark(
  { point, comma }: MarkVotes,
  locale: DecimalMark | "contradictory" | null,
): DecimalMark | null {
  const most = point > comma ? "point" : "comma";
  return most === locale && Math.max(point, comma) >= 4 * Math.min(point, comma) ? most : null;
}
