import type { MileageUnit } from "#shared/listings/listing.ts";
import { currenciesInCell } from "./facts/prices/currency-words.ts";
import type { Column, CurrencySymbols, Evidence, FeedOptions } from "./feed-context.ts";
import {
  decideMark,
  isBareNumber,
  provenMark,
  splitMeasure,
  type DecimalMark,
  type MarkVotes,
} from "./facts/number-format.ts";
import type { Field } from "./headers/feed-fields.ts";
import { makeInFileName } from "./facts/make-in-file-name.ts";
import { isDoubtfulMil, parseMileage } from "./facts/read-mileage.ts";
import { parseAmount } from "./facts/prices/read-price.ts";
import type { FeedRecord } from "./files/read-records.ts";
import { cellOf, type Parsed } from "./facts/row-reader.ts";

// Engine sizes are model badges ("2.0 TDI", in German lists too), so they do not show how prices are written.
const voting = new Set<Field>([
  "price",
  "totalPrice",
  "specialPrice",
  "mileage",
  "tax",
  "fuelEconomy",
]);
const numeric = new Set<Field>([...voting, "engineSize"]);
// South Africa and Switzerland use both marks. Euro prices have a comma, except in English-speaking countries.
const decimalOfCurrency: Record<string, DecimalMark> = {
  GBP: "point",
  USD: "point",
  PLN: "comma",
  CZK: "comma",
  DKK: "comma",
  NOK: "comma",
  HUF: "comma",
  RON: "comma",
  TRY: "comma",
};

// Unlike Spain and South America, they write "589,900.00".
const pointInSpanish = new Set(["MXN", "GTQ", "HNL", "NIO", "DOP", "PEN", "PAB"]);

// A typing error does not make a whole column doubtful.
const mostDoubtful = 0.05;

/** Reads all rows of a feed to find its number format, currency and unit of distance. */
export async function gatherEvidence(
  records: AsyncIterable<FeedRecord>,
  columns: readonly Column[],
  options: FeedOptions,
  file: { name: string; delimiter: string | null; width: number },
): Promise<Evidence> {
  const votes = new Map<number, MarkVotes>(
    columns.map(({ index }) => [index, { point: 0, comma: 0 }]),
  );
  const currencies = new Set<string>();
  const distanceUnits = new Set<MileageUnit>();
  const consumptions = new Map<number, number>();
  const short = new Map<number, number>();
  const thousands = new Map<number, MarkVotes>();
  let rows = 0;
  let doubtfulMil = 0;
  for await (const { cells, broken, numbers } of records) {
    rows++;
    // A shifted or cut row proves nothing.
    if (broken || cells.length !== file.width) continue;
    for (const column of columns) {
      const text = cellOf(cells, column);
      if (text === "") continue;
      // A number of a spreadsheet or of JSON has a decimal point, whatever the language.
      const isBare = isBareNumber(text);
      if (!isBare && numeric.has(column.field) && !numbers?.has(column.index))
        vote(votes.get(column.index), text, column);
      if (column.field === "mileage" && !isBare && !numbers?.has(column.index))
        countThousands(thousands, text, column.index);
      if (column.field === "price")
        for (const code of statedCurrency(text, column, options.symbols)) currencies.add(code);
      if (column.field === "currency")
        for (const code of soleCurrency(text, column.header, options.symbols)) currencies.add(code);
      if (column.field === "mileage" && isBare && text.length <= 3 && isOldCar(cells, columns))
        short.set(column.index, (short.get(column.index) ?? 0) + 1);
      if (column.field === "mileage" && column.distanceUnit === "mil") {
        const read = firstValue((mark) => parseMileage(text, mark, "bare number"));
        if (read && isDoubtfulMil(read)) doubtfulMil++;
      } else if (column.field === "mileage" && !isBare) {
        if (!column.repeated && isConsumption(text))
          consumptions.set(column.index, (consumptions.get(column.index) ?? 0) + 1);
        const unit = statedDistanceUnit(text);
        if (unit) distanceUnits.add(unit);
      }
    }
  }
  for (const [index, { point, comma }] of thousands) {
    const own = votes.get(index);
    if (!own || own.point + own.comma > 0 || Math.max(point, comma) < 2) continue;
    if (point === 0) own.point = comma;
    else if (comma === 0) own.comma = point;
  }
  const currency =
    options.currency ?? (currencies.size === 1 ? ([...currencies][0] ?? null) : null);
  return {
    rows,
    marks: decideMarks(
      columns,
      votes,
      localeOf(columns, file.delimiter, currency),
      options.decimal,
    ),
    currency,
    currencySource: options.currency
      ? "--currency"
      : currency
        ? "the prices"
        : currencies.size > 1
          ? `none: prices are in ${[...currencies].join(", ")}`
          : "none",
    stated: currencies,
    distanceUnits,
    isMilDoubtful: doubtfulMil > 1 && doubtfulMil > rows * mostDoubtful,
    consumptionColumns: mostOf(consumptions, rows),
    thousandsColumns: mostOf(short, rows),
    fileMake: makeInFileName(file.name),
  };
}

/**
 * Counts a mileage such as "98.500 km" by its mark. One that ends in "000" could be a decimal number of a database; a
 * column of others has thousands, because no odometer shows meters.
 */
function countThousands(counts: Map<number, MarkVotes>, text: string, index: number): void {
  const mark = /^\d{1,3}([.,])(?!000)\d{3}(?: ?\p{L}+\.?)?$/u.exec(text)?.[1];
  if (!mark) return;
  const count = counts.get(index) ?? { point: 0, comma: 0 };
  count[mark === "." ? "point" : "comma"]++;
  counts.set(index, count);
}

const mostOf = (counts: ReadonlyMap<number, number>, rows: number) =>
  new Set([...counts].filter(([, count]) => count > 1 && count > rows / 2).map(([index]) => index));

// After these years, most cars were driven more than 1,000 km.
const yearsOfOldCars = 4;
function isOldCar(cells: readonly string[], columns: readonly Column[]): boolean {
  const column = columns.find(({ field }) => field === "year" || field === "firstRegistration");
  const year = /(?:19|20)\d\d/.exec(cells[column?.index ?? -1] ?? "")?.[0];
  return year !== undefined && Number(year) <= new Date().getUTCFullYear() - yearsOfOldCars;
}

// In India, "mileage" is what a car does with a liter.
const consumption =
  /^\d{1,3}(?:[.,]\d{1,2})? ?(?:kmpl|kmpkg|km ?\/ ?(?:l|kg|ltr|lit(?:er|re)s?)\.?|mpg|l ?\/ ?100 ?km)$|^\d{1,2}[.,]\d{1,2}$/i;
const noFraction = /^\d+[.,]0+$/;

const isConsumption = (text: string) => consumption.test(text) && !noFraction.test(text);

function vote(votes: MarkVotes | undefined, text: string, { field }: Column): void {
  const measure = splitMeasure(text);
  const mark = measure && provenMark(measure.number);
  if (!votes || !mark) return;
  // "88.8" is no mileage under either mark, and shows nothing about the others.
  const parsed = field === "mileage" ? parseMileage(text, mark) : null;
  if (!parsed || (parsed !== "empty" && "value" in parsed)) votes[mark]++;
}

function statedCurrency(text: string, column: Column, symbols: CurrencySymbols): readonly string[] {
  const stated = firstValue((mark) => parseAmount(text, mark, symbols))?.currencies ?? null;
  const named = stated ?? column.currencies ?? [];
  return named.length === 1 ? named : [];
}

function soleCurrency(text: string, header: string, symbols: CurrencySymbols): readonly string[] {
  const named = currenciesInCell(text, header, symbols) ?? [];
  return named.length === 1 ? named : [];
}

function statedDistanceUnit(text: string): MileageUnit | null {
  return firstValue((mark) => parseMileage(text, mark))?.unit ?? null;
}

/** What is read with one of the two decimal marks, which does not change a text's words. */
function firstValue<T>(parse: (mark: DecimalMark) => Parsed<T>): T | null {
  for (const mark of ["point", "comma"] as const) {
    const parsed = parse(mark);
    if (parsed !== "empty" && "value" in parsed) return parsed.value;
  }
  return null;
}

/** The decimal mark that the feed's language, delimiter and currency suggest. Feeds with decimal commas use semicolons. */
function localeOf(
  columns: readonly Column[],
  delimiter: string | null,
  currency: string | null,
): DecimalMark | "contradictory" | null {
  const languages = columns
    .filter((column) => column.languages.length === 1)
    .flatMap((column) => column.languages);
  const english = languages.filter((language) => language === "en").length;
  const others = languages.length - english;
  const marks = new Set<DecimalMark>();
  // A few borrowed words ("Airbag", "Fuel") do not decide the language.
  if (english > others / 2) marks.add("point");
  if (currency && pointInSpanish.has(currency)) marks.add("point");
  else if (others > english / 2) marks.add("comma");
  if (currency && decimalOfCurrency[currency]) marks.add(decimalOfCurrency[currency]);
  if (currency === "EUR" && english === 0) marks.add("comma");
  if (delimiter === ";") marks.add("comma");
  return marks.size > 1 ? "contradictory" : ([...marks][0] ?? null);
}

function decideMarks(
  columns: readonly Column[],
  votes: ReadonlyMap<number, MarkVotes>,
  locale: DecimalMark | "contradictory" | null,
  stated: DecimalMark | null,
): Map<number, DecimalMark | null> {
  const none = { point: 0, comma: 0 };
  return new Map(
    columns.map((column) => {
      const others = columns
        .filter((other) => other.index !== column.index && voting.has(other.field))
        .map((other) => votes.get(other.index) ?? none)
        .reduce(
          (sum, next) => ({ point: sum.point + next.point, comma: sum.comma + next.comma }),
          none,
        );
      return [column.index, stated ?? decideMark(votes.get(column.index) ?? none, locale, others)];
    }),
  );
}
