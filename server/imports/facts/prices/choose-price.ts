import { minorUnitDigits } from "#shared/money/money.ts";
import type { Column, FeedContext } from "../../feed-context.ts";
import { compact } from "../../headers/header-name.ts";
import { readNumber } from "../number-format.ts";
import { fault, type Parsed, type RowReader } from "../row-reader.ts";
import { specialState } from "../special-dates.ts";

type Price = { column: Column; minor: number };
type Fault = { fault: string };
/** Reads a price of the row in minor units. */
type Read = (text: string, column: Column) => Parsed<number>;

/**
 * The columns of a row that say what a buyer pays today, which must agree: those with tax rather than those without,
 * and the special price while it is valid. `null`: all columns of prices, as in most feeds, which have one.
 */
export function choosePrice(
  row: RowReader,
  context: FeedContext,
  read: Read,
): readonly Column[] | Fault | null {
  const { columns, evidence } = context;
  // Without a currency, no price can be read.
  if (!evidence.currency) return null;
  const all = columns.get("price") ?? [];
  const specials = columns.get("specialPrice") ?? [];
  if (all.length < 2 && specials.length === 0 && !columns.has("totalPrice") && !columns.has("vat"))
    return null;
  const priced = (column: Column): Price[] => {
    const parsed = read(row.textIn(column), column);
    return parsed !== "empty" && "value" in parsed ? [{ column, minor: parsed.value }] : [];
  };
  const prices = all.flatMap(priced);
  const taxed = withTax(prices, row, context, priced);
  if ("fault" in taxed) return taxed;
  const paid = all.flatMap((column) => taxed.get(column) ?? column);
  return withSpecial(paid, { row, context, priced, hasNet: taxed.size > 0 });
}

// Value added taxes in percent, of countries where cars are sold with them.
const rates = [7.7, 8.1, 10, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 26, 27];
const highestRate = 30;
const namesTax =
  /gross|brutto|ttc|(?:incl?|inkl|including|inclusief|com|con|cu|z)(?:\d\d)?(?:vat|tax|mwst|ust|btw|tva|iva|moms|mva)|(?:iva|tva)inclu|kdvdahil/;

/**
 * For each price column without tax, the columns that have the same price with tax: by their header or, for a total, by
 * the row's tax. A header alone proves nothing: the difference has to be a tax.
 */
function withTax(
  prices: readonly Price[],
  row: RowReader,
  { columns, evidence }: FeedContext,
  priced: (column: Column) => Price[],
): Map<Column, Column[]> | Fault {
  const replaced = new Map<Column, Column[]>();
  const totals = (columns.get("totalPrice") ?? []).flatMap(priced);
  const gross = prices.filter(({ column }) => namesTax.test(compact(column.header)));
  const unit = 10 ** minorUnitDigits(evidence.currency ?? "");
  const { percents, amounts } = taxOf(row, columns.get("vat") ?? [], unit);
  // Within one unit, because shops round.
  const equal = (one: number, other: number) => Math.abs(one - other) <= unit;
  const isNetOf = (net: Price, { minor }: Price, among: readonly number[]) =>
    net.minor < minor &&
    (amounts.some((amount) => equal(net.minor + amount, minor)) ||
      among.some((rate) => equal(net.minor * (1 + rate / 100), minor)));
  for (const price of prices) {
    if (gross.includes(price)) continue;
    const among = percents.length > 0 ? percents : rates;
    const other = gross.find((one) => isNetOf(price, one, among));
    const total = totals.find((one) => isNetOf(price, one, among));
    const isTaxStated = percents.length > 0 || amounts.length > 0;
    const isNet = percents.some((rate) =>
      amounts.some((amount) => equal((price.minor * rate) / 100, amount)),
    );
    if (other) replaced.set(price.column, []);
    else if (total && isTaxStated) replaced.set(price.column, [total.column]);
    else if (total || isNet)
      return fault(`"${row.textIn(price.column)}" is a price without tax, as its tax shows`);
  }
  return replaced;
}

/** The tax beside a price: rates in percent, and amounts in minor units. */
function taxOf(row: RowReader, columns: readonly Column[], unit: number) {
  const numbers = columns.flatMap((column) => {
    const text = row.textIn(column).replace(/^[^\d]{0,4}(?=\d)|(?<=\d)[^\d]{0,4}$/gu, "");
    const number = readNumber(text, "point");
    return number === null || number === "ambiguous" || Number(number) === 0 ? [] : Number(number);
  });
  return {
    percents: numbers
      .filter((rate) => rate <= highestRate)
      .map((rate) => (rate < 1 ? rate * 100 : rate)),
    amounts: numbers.filter((amount) => amount > highestRate).map((amount) => amount * unit),
  };
}

/**
 * A special price is lower than the regular one, but not by more than this share. If it is lower still, one of
 * them is another fact.
 */
const mostOff = 0.3;
const namesPrice =
  /price|preis|prix|precio|prezzo|prijs|cena|pris$|preco|pret|vetelar|(?:cios|menyes)ar$|fiyat/;

function withSpecial(
  paid: readonly Column[],
  facts: {
    row: RowReader;
    context: FeedContext;
    priced: (column: Column) => Price[];
    hasNet: boolean;
  },
): readonly Column[] | Fault {
  const { row, context, priced, hasNet } = facts;
  const specials = (context.columns.get("specialPrice") ?? []).filter((column) =>
    /[1-9]/.test(row.textIn(column)),
  );
  if (specials.length === 0) return paid;
  const regular = paid.flatMap(priced)[0];
  const state = specialState(row, context);
  for (const column of specials) {
    const isPrice = namesPrice.test(compact(column.header));
    const [special] = priced(column);
    // "promo" can be a discount or a text, and a special price that cannot be read is a fault.
    if (state === "over" || (!isPrice && !(regular && special))) continue;
    const share = regular && special ? special.minor / regular.minor : null;
    if (share === 1 || (!isPrice && share !== null && (share > 1 || share < mostOff))) continue;
    if (share !== null && (share > 1 || share < 1 - mostOff)) return [...paid, column];
    const text = `"${row.textIn(column)}" in "${column.header}"`;
    if (state === "unclear") return fault(`${text} holds for days that are not clear`);
    if (hasNet) return fault(`${text} may be a price without tax`);
    return share === null ? [...paid, column] : [column];
  }
  return paid;
}
