import { decimalToMinor } from "#shared/money/money.ts";
import { choosePrice } from "./choose-price.ts";
import { currenciesInCell, currenciesOf } from "./currency-words.ts";
import type { FeedCar } from "../feed-car.ts";
import type { Column, CurrencySymbols, FeedContext } from "../../feed-context.ts";
import {
  hasThousandsTwice,
  isBareNumber,
  isDoubtful,
  otherMark,
  readNumber,
  splitMeasure,
  type DecimalMark,
} from "../number-format.ts";
import {
  ambiguousNumber,
  fault,
  thousandsTwice,
  threeDecimals,
  type Parsed,
  type RowReader,
} from "../row-reader.ts";
import { includingTax, negotiable, whyNoAmount, whyNotPaid } from "./price-words.ts";
import { toMajorUnits } from "./price-scale.ts";
import { highestPrice, isPlaceholder, lowestPriceIn } from "../sanity.ts";

/** An amount in major units as decimal text, and the currencies that its sign can mean (null: no sign). */
export type Amount = { amount: string; currencies: readonly string[] | null };

// "Vraagprijs € 18.950"
const label =
  /^(?:oiro|asking(?: price)?|buy now|price|preis|prix|prezzo|precio|prijs|vraagprijs|cena|vhb|vb)[: ]+(?=[^\p{L}]*\d)/iu;
// How many zeros a word stands for.
const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:t(?=€|eur)|mila|k|tys\.?|tis\.?|tsd\.?|tds\.?|тыс\.?|тис\.?)(?=$|[^\p{L}])/iu, 3],
  [/^(?:lakhs?|lacs?)(?=$|[^\p{L}])/iu, 5],
  [/^(?:million(?:s|en|es)?|mln\.?|mio\.?|млн\.?)(?=$|[^\p{L}])/iu, 6],
  [/^(?:crores?|cr\.?)(?=$|[^\p{L}])/iu, 7],
  [/^万/u, 4],
];

/** Reads "£30,495", "R 459 900", "12.345,00 €", "49,9 tys. zł". A value with an unknown word is a fault. */
export function parseAmount(
  text: string,
  mark: DecimalMark | null,
  symbols?: CurrencySymbols,
): Parsed<Amount> {
  if (text === "") return "empty";
  if (isBareNumber(text)) return { value: { amount: text, currencies: null } };
  const measure = splitMeasure(withoutTaxWords(text.replace(label, "")));
  if (!measure) return fault(`"${text}" ${whyNoAmount(text)}`);
  const notPaid = whyNotPaid(text);
  if (notPaid) return fault(`"${text}" ${notPaid}`);
  let { after } = measure;
  const [scale = "", zeros = 0] = scaleOf(after);
  after = after.slice(scale.length).trim();
  const before = negotiable.test(measure.before) ? "" : measure.before;
  const words = [before, ...(negotiable.test(after) ? [] : wordsOf(after))].filter(Boolean);
  let currencies: readonly string[] | null = null;
  for (const word of words) {
    const meant = currenciesOf(word, symbols);
    if (meant.length === 0)
      return fault(
        /^(?:\p{Sc}|[A-Z]{3})$/u.test(word)
          ? `unknown currency "${word}"`
          : /^[-−–]$/.test(word)
            ? `"${text}" is negative`
            : `"${text}" is not an amount: "${word}"`,
      );
    if (currencies && !meant.some((code) => currencies?.includes(code)))
      return fault(`"${text}" names two currencies`);
    currencies = meant;
  }
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not an amount`);
  if (number === "ambiguous") return ambiguousNumber(text);
  if (scale && hasThousandsTwice(measure.number, number, mark)) return thousandsTwice(text);
  // "1,250 lakh" is likelier 1.25 crore written wrongly than 125 million.
  if (zeros > 4 && Number(number) >= 1_000) return thousandsTwice(text);
  // In thousands, three decimals are common: "49,995 tys. zł".
  if (mark && !scale && isDoubtful(measure.number, mark))
    return threeDecimals(text, otherMark(mark));
  return { value: { amount: scale ? withZeros(number, zeros) : number, currencies } };
}

/** Removes "(inkl. 19% MwSt.)", but not from between two numbers, which must not become one. */
function withoutTaxWords(text: string): string {
  const words = includingTax.exec(text);
  if (!words) return text;
  const before = text.slice(0, words.index);
  const after = text.slice(words.index + words[0].length);
  return /\d/.test(before) && /\d/.test(after) ? text : `${before} ${after}`.trim();
}

function wordsOf(after: string): string[] {
  const [first = "", ...rest] = after.split(" ");
  return negotiable.test(rest.join(" ")) ? [first] : after.split(" ");
}

/** The word at the start of a text that multiplies the number before it, and the zeros that it stands for. */
function scaleOf(after: string): [string, number] | [] {
  if (after === "") return [];
  for (const [word, zeros] of scales) {
    const match = word.exec(after);
    if (match) return [match[0], zeros];
  }
  return [];
}

/** A decimal number times a power of ten, without floating point. */
export function withZeros(number: string, zeros: number): string {
  const [whole = "0", decimals = ""] = number.split(".");
  const moved = `${whole}${decimals.slice(0, zeros).padEnd(zeros, "0")}`.replace(/^0+(?=\d)/, "");
  return decimals.length > zeros ? `${moved}.${decimals.slice(zeros)}` : moved;
}

/** A row's price in minor units of its currency, which must be the feed's. */
export function readPrice(
  row: RowReader,
  context: FeedContext,
): Pick<FeedCar, "sourceCurrency" | "sourcePriceMinor"> | null {
  const { evidence, options } = context;
  const faultsBefore = row.faults.length;
  const { currency } = evidence;
  const rowCurrencies = row.take("currency", (text, { header }): Parsed<readonly string[]> => {
    const meant = currenciesInCell(text, header, options.symbols);
    if (!meant) return fault(`unknown currency "${text}"`);
    return meant.length > 0 ? { value: meant } : "empty";
  });
  const read = (text: string, column: Column): Parsed<number> => {
    if (isInOtherCurrency(column, context)) return "empty";
    const parsed = parseAmount(text, evidence.marks.get(column.index) ?? null, options.symbols);
    if (parsed === "empty" || "fault" in parsed) return parsed;
    if (column.unknownUnit) return fault(`unknown currency "${column.unknownUnit}" in the header`);
    const { currencies } = parsed.value;
    const stated = [currencies, column.currencies, rowCurrencies].filter((list) => list !== null);
    if (stated.length === 0 && !options.currency)
      return fault(`"${text}" has no currency (use --currency)`);
    if (!currency)
      return fault(
        stated.length > 0 ? "the feed's currency is not certain (use --currency)" : "no currency",
      );
    const other = stated.find((list) => !list.includes(currency));
    if (other) {
      const help = helpWith(other, stated, context);
      return fault(`the price is in ${other.join(" or ")}, the feed in ${currency}${help}`);
    }
    const major = inMajorUnits(parsed.value.amount, currency, column, row);
    if ("fault" in major) return major;
    const { amount } = major;
    if (Number(amount) < lowestPriceIn(currency) || Number(amount) > highestPrice)
      return fault(`"${text}" is not the price of a car`);
    if (isPlaceholder(amount)) return fault(`"${text}" is a placeholder, not a price`);
    const value = decimalToMinor(amount, currency);
    return value === null ? fault(`"${text}" is not an amount of ${currency}`) : { value };
  };
  const chosen = choosePrice(row, context, read);
  if (chosen && "fault" in chosen) {
    row.faults.push({ column: row.headerOf("price"), reason: chosen.fault });
    return null;
  }
  const minor = row.take("price", read, chosen ?? undefined);
  if (minor === null && row.faults.length === faultsBefore)
    row.faults.push({ column: row.headerOf("price"), reason: "the price is missing" });
  return minor === null || !currency ? null : { sourceCurrency: currency, sourcePriceMinor: minor };
}

/** What to do about a price in another currency than the feed's: a feed has one rate. */
function helpWith(
  other: readonly string[],
  stated: readonly (readonly string[])[],
  { evidence, shopCurrency }: FeedContext,
): string {
  const [code = ""] = other;
  if (other.length > 1) return ` (use --symbol if the sign means ${evidence.currency})`;
  if (!stated.every((list) => list.includes(code))) return ", and the row names both";
  return ` (use --currency ${code} with --rate, the ${shopCurrency ?? "shop's currency"} for one ${code})`;
}

/** Whether a column's header names another currency than the feed's, which another column has: "price_eur,price_usd". */
function isInOtherCurrency(
  { currencies }: Column,
  { columns, evidence: { currency } }: FeedContext,
) {
  if (!currencies || !currency || currencies.includes(currency)) return false;
  return (columns.get("price") ?? []).some((other) => other.currencies?.includes(currency));
}

function inMajorUnits(amount: string, currency: string, { scale }: Column, row: RowReader) {
  return scale ? toMajorUnits(amount, currency, scale, row.cellAt) : { amount };
}

/** A row's annual tax in minor units of the feed's currency, or null. */
export function readTax(row: RowReader, { evidence, options }: FeedContext): number | null {
  const { currency, marks } = evidence;
  if (!currency) return null;
  return row.take("tax", (text, column): Parsed<number> => {
    const parsed = parseAmount(text, marks.get(column.index) ?? null, options.symbols);
    if (parsed === "empty" || "fault" in parsed) return parsed;
    if (column.unknownUnit) return fault(`unknown currency "${column.unknownUnit}" in the header`);
    const { currencies } = parsed.value;
    const other = [currencies, column.currencies].find((list) => list && !list.includes(currency));
    if (other) return fault(`the tax is in ${other.join(" or ")}, the feed in ${currency}`);
    const major = inMajorUnits(parsed.value.amount, currency, column, row);
    if ("fault" in major) return major;
    const value = decimalToMinor(major.amount, currency);
    return value === null ? fault(`"${text}" is not an annual tax`) : { value };
  });
}
