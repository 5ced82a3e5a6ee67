import type { Fuel } from "#shared/listings/listing.ts";
import { milesPerKilometer } from "#shared/listings/mileage.ts";
import { engineLabel, fuelLabels, mileageLabel, priceLabel, yearLabel } from "./filter-labels.ts";
import { queryWords } from "./query-words.ts";
import type { SearchFilters } from "./search-filters.ts";

/** A range found in a text, and where its words are. */
export type FoundRange = { label: string; filters: SearchFilters; start: number; end: number };

export type RangeContext = { currency: string; thisYear: number };

/** Words before the highest number of a range, as a pattern. */
export const under =
  "(?:under|below|less than|no more than|not more than|at most|up to|max(?:imum|\\.)?|budget|within|unter|weniger als|höchstens|bis zu|bis|<=?|≤)";
/** Words before the lowest number of a range, as a pattern. */
export const over =
  "(?:over|above|more than|at least|starting at|from|min(?:imum|\\.)?|über|mehr als|mindestens|ab|>=?|≥)";
const to = "\\s*(?:-|–|—|to|and|bis|und)\\s*";
const between = "(?:(?:between|from|zwischen|von)\\s+)?";
const sign = "(?:£|€|\\$|usd|gbp|eur(?:os?)?|chf|pounds?|dollars?|bucks)";
const digits = "\\d{1,3}(?:[.,' ]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d{1,2})?";
const thousand = "(?:\\s?(?:k|tsd\\.?|thousand|grand|tausend))";
const distance = "(?:miles?|mileage|mi|mls|km|kms|kilomet(?:er|re)s?)";
const mileageWord = "(?:mileage|odometer|laufleistung|kilometerstand)";
const liters = "(?:l|lt|ltr|lit(?:er|re)s?)";
const year = "((?:19|20)\\d\\d)";
const age = "(\\d{1,2})[\\s-]?(?:years?|yrs?|jahre?)";
const warranty = "(?:warranty|guarantee|garantie)";
const start = "(?<![\\p{L}\\p{N}.,£€$])";
const end = "(?![\\p{L}\\p{N}])";

type Rule = {
  pattern: RegExp;
  /** What every match contains. Looking for it first is much faster than looking for the pattern. */
  hint: RegExp;
  read: (
    groups: (string | undefined)[],
    context: RangeContext,
  ) => Omit<FoundRange, "start" | "end"> | null;
};

function rule(hint: string, pattern: string, read: Rule["read"]): Rule {
  return {
    pattern: new RegExp(`${start}${pattern}`, "giu"),
    hint: new RegExp(hint, "iu"),
    read,
  };
}

const amount = `(?:${sign}\\s?)?(${digits})(${thousand})?${end}(?:\\s?${sign}${end})?`;

// Earlier rules win. Mileage goes first because its unit is explicit, and price last because it takes bare numbers.
const rules: Rule[] = [
  rule(
    mileageWord,
    `(?:${under}\\s+|(${over})\\s+)?(${mileageWord})\\s*:?\\s*(?:${under}|(${over}))?\\s*${between}(${digits})(${thousand})?(?:${to}(${digits})(${thousand})?)?(?:\\s?(${distance}))?${end}`,
    ([before, word, after, first, firstK, second, secondK, given]) => {
      const unit = given ?? (/^[lk]/i.test(word!) ? "km" : "miles");
      const low = number(first, firstK ?? (second && secondK));
      if (second !== undefined) return mileage(low, number(second, secondK), unit);
      return before || after ? mileage(low, null, unit) : mileage(null, low, unit);
    },
  ),
  rule(
    "mi|ml|k",
    `${between}(${digits})(${thousand})?${to}(${digits})(${thousand})?\\s?(${distance})${end}`,
    ([low, lowK, high, highK, unit]) =>
      mileage(number(low, lowK ?? highK), number(high, highK), unit),
  ),
  rule(
    "mi|ml|k",
    `${under}\\s*(${digits})(${thousand})?\\s?(${distance})${end}`,
    ([high, k, unit]) => mileage(null, number(high, k), unit),
  ),
  rule("mi|ml|k", `${over}\\s*(${digits})(${thousand})?\\s?(${distance})${end}`, ([low, k, unit]) =>
    mileage(number(low, k), null, unit),
  ),
  rule("mi|ml|k", `(${digits})(${thousand})?\\s?(${distance})${end}`, ([high, k, unit]) =>
    mileage(null, number(high, k), unit),
  ),
  rule(
    "-|–|—|to|and|bis|und",
    `${between}${year}${to}(${year}|\\d\\d)${end}`,
    ([low, high], context) =>
      years(
        Number(low),
        high!.length === 2 ? Number(low!.slice(0, 2) + high!) : Number(high),
        context,
      ),
  ),
  rule(
    "\\+|newer|later|onward|and up|neuer|-",
    `${year}\\s?(?:\\+|or newer|or later|and newer|and later|onwards?|and up|oder neuer|-(?=\\s|$))`,
    ([low], context) => years(Number(low), null, context),
  ),
  rule(
    "newer|after|nach|neuer",
    `(?:newer than|after|nach|neuer als)\\s+${year}${end}`,
    ([low], context) => years(Number(low) + 1, null, context),
  ),
  rule(
    "since|from|ab|seit|min|least",
    `(?:since|from|ab|seit|min\\.?|at least|mindestens)\\s*${year}${end}(?!\\s?${sign})`,
    ([low], context) => years(Number(low), null, context),
  ),
  // Nothing costs as much as a year, but "under 2000" is a price.
  rule(
    "[<>≤≥]|over|above|more than|über|mehr als",
    `(>=|≥|<=|≤|[<>]|(?:over|above|more than|über|mehr als)\\s)\\s*${year}${end}(?!\\s?${sign})`,
    ([sign, typed], context) => {
      const isBelow = /^[<≤]/.test(sign!);
      const next = /[=≤≥]/.test(sign!) ? 0 : isBelow ? -1 : 1;
      const given = Number(typed) + next;
      return isBelow ? years(null, given, context) : years(given, null, context);
    },
  ),
  rule(
    "years?|yrs?|jahre?",
    `(?:(${under}|(?:newer|not? older) than|(?:neuer|nicht älter) als)|(${over}|older than|älter als))\\s*${age}(?:[\\s-](?:old|alt))?${end}(?!\\s${warranty})`,
    ([young, , count], context) => {
      const given = context.thisYear - Number(count);
      return young ? years(given, null, context) : years(null, given, context);
    },
  ),
  rule("years?[\\s-]old", `${age}[\\s-](?:old|alt)${end}`, ([count], context) =>
    years(context.thisYear - Number(count), context.thisYear - Number(count), context),
  ),
  rule(
    "before|older|vor|älter",
    `(?:before|older than|vor|älter als)\\s+${year}${end}`,
    ([high], context) => years(null, Number(high) - 1, context),
  ),
  rule(
    "to|until|till|bis",
    `(?:up to|until|till|to|bis)\\s+${year}${end}(?!\\s?${sign})`,
    ([high], context) => years(null, Number(high), context),
  ),
  rule("\\d{4}", `(?<!(?:${under}|${over})\\s*)${year}${end}(?!\\s?${sign})`, ([only], context) =>
    years(Number(only), Number(only), context),
  ),
  rule(
    "cc|cm",
    `(?:(${under})|(${over}))?\\s*(\\d{3,4})\\s?(?:cc|ccm|cm3)${end}`,
    ([below, above, cc]) => engine(below, above, Number(cc) / 1_000),
  ),
  rule(
    "\\d[.,]\\d\\s?\\p{L}",
    `(?:(${under})|(${over}))?\\s*(\\d[.,]\\d)(?:(\\p{L}{1,10})|\\s([di]))${end}`,
    ([below, above, size, joined, apart]) =>
      engineWithFuel(engine(below, above, Number(size!.replace(",", "."))), joined ?? apart!),
  ),
  rule(
    "[.,]\\d|\\d\\s?l",
    `(?:(${under})|(${over}))?\\s*(\\d[.,]\\d|\\d)(?:\\s?${liters}|(?<=[.,]\\d))${end}`,
    ([below, above, size]) => engine(below, above, Number(size!.replace(",", "."))),
  ),
  rule(
    "-|–|—|to|and|bis|und",
    `${between}${amount}${to}${amount}`,
    ([low, lowK, high, highK], context) =>
      price(number(low, lowK ?? highK), number(high, highK), context),
  ),
  rule(under, `${under}\\s*${amount}`, ([high, k], context) =>
    price(null, number(high, k), context),
  ),
  rule(over, `${over}\\s*${amount}`, ([low, k], context) => price(number(low, k), null, context)),
  rule(
    "[£€$k]|usd|gbp|eur|chf|pound|dollar|buck|tsd|thousand|grand|tausend",
    `(?:${sign}\\s?(${digits})(${thousand})?|(${digits})(?:(${thousand})(?:\\s?${sign})?|\\s?${sign}))${end}`,
    ([a, aK, b, bK], context) => price(null, number(a ?? b, aK ?? bK), context),
  ),
];

// Of an amount that nothing names, only one that looks like a price: "20,000", or digits as in 15000 and 14995. Others are
// postal codes or parts of a name.
const loneAmount =
  /(?<!\S)(?<!\b(?:stock|ref|no|nr|id|number)\.?[\s:#]*)([1-9]\d{2,3}(?:[05]0|9[059])|[1-9]\d{0,2}[,']\d{3}|[1-9]\d{1,2}\.\d{3})(?=[.,;!?]?(?:\s|$))/gi;

/** The highest price, if a text without one has a single amount that nothing names. */
function findLonePrice(
  rest: string,
  ranges: FoundRange[],
  context: RangeContext,
): FoundRange | undefined {
  if (ranges.some(({ filters }) => filters.priceMax !== undefined)) return undefined;
  const [match, ...others] = rest.matchAll(loneAmount);
  if (!match || others.length > 0) return undefined;
  const range = price(null, number(match[1], undefined), context);
  return range ? { ...range, start: match.index, end: match.index + match[0].length } : undefined;
}

/**
 * Finds ranges of years, prices, mileages and engine sizes in a text: "2018+", "under 15k", "<40.000 km", "2.0d". A
 * single price or mileage is the highest, and a single year is that year.
 */
export function findRanges(text: string, context: RangeContext): FoundRange[] {
  const ranges: FoundRange[] = [];
  let rest = text;
  for (const { pattern, hint, read } of rules) {
    if (!hint.test(rest)) continue;
    for (const match of rest.matchAll(pattern)) {
      const range = read(match.slice(1), context);
      if (!range) continue;
      const from = match.index;
      const until = match.index + match[0].length;
      ranges.push({ ...range, start: from, end: until });
      // Later rules must not read these words again.
      rest = rest.slice(0, from) + "\u0001".repeat(until - from) + rest.slice(until);
    }
  }
  const lone = findLonePrice(rest, ranges, context);
  return [...ranges, ...(lone ? [lone] : [])].toSorted((a, b) => a.start - b.start);
}

function number(text: string | undefined, isThousands: string | undefined): number {
  const grouped = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(text!);
  const value = Number(grouped ? text!.replace(/\D/g, "") : text!.replace(",", "."));
  return isThousands ? Math.round(value * 1_000) : value;
}

/** The ends of a range in their order: people also type "15k-10k". */
function inOrder(low: number | null, high: number | null): [number | null, number | null] {
  return low !== null && high !== null && low > high ? [high, low] : [low, high];
}

function mileage(first: number | null, second: number | null, unit: string | undefined) {
  const [low, high] = inOrder(first, second);
  const isKilometers = unit!.toLowerCase().startsWith("k");
  const factor = isKilometers ? milesPerKilometer : 1;
  if (Math.max(low ?? 0, high ?? 0) > 2_000_000) return null;
  return {
    label: mileageLabel(low, high, isKilometers ? "km" : "miles"),
    filters: {
      ...(low !== null && { mileageMin: Math.floor(low * factor) }),
      ...(high !== null && { mileageMax: Math.ceil(high * factor) }),
    },
  };
}

function years(first: number | null, second: number | null, { thisYear }: RangeContext) {
  const [low, high] = inOrder(first, second);
  const isYear = (value: number | null) =>
    value === null || (value >= 1950 && value <= thisYear + 2);
  if (!isYear(low) || !isYear(high)) return null;
  return {
    label: yearLabel(low, high),
    filters: { ...(low !== null && { yearMin: low }), ...(high !== null && { yearMax: high }) },
  };
}

// "2.0" is also an engine of 1,998 cc.
function engine(below: string | undefined, above: string | undefined, size: number) {
  if (size < 0.5 || size > 9) return null;
  const rounded = Math.round(size * 10) / 10;
  const low = Math.round((rounded - 0.05) * 100) / 100;
  const high = Math.round((rounded + 0.04) * 100) / 100;
  if (below) return { label: engineLabel(null, rounded), filters: { engineMax: high } };
  if (above) return { label: engineLabel(rounded, null), filters: { engineMin: low } };
  return { label: engineLabel(rounded, rounded), filters: { engineMin: low, engineMax: high } };
}

// What stands only after an engine size: "3.0d", "3.0si".
const engineLetters: Readonly<Record<string, Fuel>> = {
  d: "diesel",
  sd: "diesel",
  td: "diesel",
  i: "petrol",
  si: "petrol",
  t: "petrol",
};

function engineWithFuel(size: ReturnType<typeof engine>, letters: string) {
  const word = letters.toLowerCase();
  const fuel = engineLetters[word] ?? queryWords.get(word)?.filters.fuel?.[0];
  if (!size || (fuel !== "diesel" && fuel !== "petrol")) return null;
  return {
    label: `${size.label} ${fuelLabels[fuel].toLowerCase()}`,
    filters: { ...size.filters, fuel: [fuel] },
  };
}

function price(first: number | null, second: number | null, { currency }: RangeContext) {
  const [low, high] = inOrder(first, second);
  // Smaller numbers are part of a name.
  if (Math.max(low ?? 0, high ?? 0) < 500) return null;
  return {
    label: priceLabel(low, high, currency),
    filters: { ...(low !== null && { priceMin: low }), ...(high !== null && { priceMax: high }) },
  };
}
