import { rememberShort } from "./remember-short.ts";

/** The mark that a feed writes before decimals. The other one, if used, groups thousands. */
export type DecimalMark = "point" | "comma";

export const otherMark = (mark: DecimalMark): DecimalMark => (mark === "point" ? "comma" : "point");

// With either decimal mark, thousands may also be grouped by spaces or apostrophes.
const grouped = (group: string, decimal: string) =>
  new RegExp(
    `^(?:\\d+|${group === "," ? "\\d{1,2}(?:,\\d\\d)+,\\d{3}|" : ""}\\d{1,3}(?:([${group} '’])\\d{3})(?:\\1\\d{3})*)?(?:${decimal}(\\d+))?$`,
  );
const shapes = { point: grouped(",", "\\."), comma: grouped(".", ",") };

/** Whether a text is a whole number without marks, unit or sign, which most prices and mileages are: it has one reading. */
export const isBareNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

type Readings = Readonly<Partial<Record<DecimalMark, string>>>;

/**
 * The number (as "12345.5") that a text means under each decimal mark; a mark under which it is no number is absent.
 * "12.345" has two readings, "12.345,00" and "12.50" have one each.
 */
export const readingsOf = rememberShort((text: string): Readings => {
  const readings: { -readonly [Mark in DecimalMark]?: string } = {};
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
});

/** The only mark under which a text is a number; null if it is one under both, or under neither. */
export function provenMark(text: string): DecimalMark | null {
  const { point, comma } = readingsOf(text);
  if ((point === undefined) === (comma === undefined)) return null;
  return point === undefined ? "comma" : "point";
}

/** Reads a number by the feed's mark (null: unknown). Returns null if the text is not a number. */
export function readNumber(text: string, mark: DecimalMark | null): string | "ambiguous" | null {
  const { point, comma } = readingsOf(text);
  if (point === comma || comma === undefined) return point ?? null;
  if (point === undefined) return comma;
  // "0.000"
  if (Number(point) === Number(comma)) return point;
  return mark === null ? "ambiguous" : mark === "point" ? point : comma;
}

/**
 * Whether a text is a number with three decimals by the feed's mark, and thousands by the other one. Prices and mileages
 * have no three decimals, so a file that writes most numbers otherwise does not show what "45.000" is.
 */
export function isDoubtful(text: string, mark: DecimalMark): boolean {
  const { [mark]: read, [otherMark(mark)]: other } = readingsOf(text);
  if (read === undefined || other === undefined) return false;
  return read.includes(".") && Number(read) !== Number(other);
}

/**
 * Whether a number in thousands has groups itself: "49.900 k" is 49,900 to those who write it, and 49.9 million by its
 * words.
 */
export function hasThousandsTwice(text: string, number: string, mark: DecimalMark | null): boolean {
  return Number(number) >= 10_000 || (mark !== null && isDoubtful(text, otherMark(mark)));
}

/** How many of a column's values prove each mark. */
export type MarkVotes = Record<DecimalMark, number>;

/**
 * Decides a column's mark by its own values; if they prove nothing, by the feed's language and currency; if those are
 * unknown or contradict each other, by the other columns. Contradictory evidence leaves it undecided: we never guess.
 */
export function decideMark(
  own: MarkVotes,
  locale: DecimalMark | "contradictory" | null,
  others: MarkVotes,
): DecimalMark | null {
  if (own.point > 0 || own.comma > 0) return soleMark(own) ?? overwhelmingMark(own, locale);
  // The language of the feed counts more than other columns, whose values may come from a database ("5.4").
  return locale === null || locale === "contradictory" ? soleMark(others) : locale;
}

function soleMark({ point, comma }: MarkVotes): DecimalMark | null {
  if (point > 0 === comma > 0) return null;
  return point > 0 ? "point" : "comma";
}

// If most of the column agrees with the feed's language, a few stray rows do not matter.
function overwhelmingMark(
  { point, comma }: MarkVotes,
  locale: DecimalMark | "contradictory" | null,
): DecimalMark | null {
  const most = point > comma ? "point" : "comma";
  return most === locale && Math.max(point, comma) >= 4 * Math.min(point, comma) ? most : null;
}

/** A cell in parts: the words before the number, the number as written, the words after it. */
export type Measure = Readonly<{ before: string; number: string; after: string }>;

/** Splits "R 459 900", "12.345,00 €" or "150 tys. km"; null unless there is exactly one number. */
export const splitMeasure = rememberShort((text: string): Measure | null => {
  const match = /^([^\d]*?)((?:(?<=^|[^\d\p{L}])[.,])?\d(?:[\d.,'’ ]*\d)?)(.*)$/su.exec(text);
  if (!match) return null;
  const [, before = "", number = "", after = ""] = match;
  // Digits after the number may only belong to a unit: cm3, l/100km.
  if (/\d/.test(after.replace(/cm ?\^?3|100 ?km/gi, ""))) return null;
  // The dash of a price without cents ("12.500,-", "12.500.--") is not a unit.
  return {
    before: before.trim(),
    number,
    after: after
      .trim()
      .replace(/^[.,:]? ?[-–—]+/, "")
      .trim(),
  };
});
