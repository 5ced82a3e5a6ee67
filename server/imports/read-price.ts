import { decimalToMinor } from "#shared/money/money.ts";
import { currenciesOf } from "./currency-words.ts";
import type { FeedCar } from "./feed-car.ts";
import type { Column } from "./map-headers.ts";
import { fault, type Parsed } from "./parsed.ts";
import { parseAmount } from "./parse-price.ts";
import type { FeedContext } from "./feed-context.ts";
import type { RowReader } from "./row-reader.ts";
import { highestPrice, isPlaceholder, lowestPrice } from "./sanity.ts";

/** The price of a row in minor units of its currency, which must be the feed's. */
export function readPrice(
  row: RowReader,
  { evidence, options }: FeedContext,
): Pick<FeedCar, "sourceCurrency" | "sourcePriceMinor"> | null {
  const faultsBefore = row.faults.length;
  const { currency } = evidence;
  const rowCurrencies = row.take("currency", (text): Parsed<readonly string[]> => {
    const meant = text === "" ? [] : currenciesOf(text.length === 3 ? text.toUpperCase() : text);
    return text === ""
      ? "empty"
      : meant.length > 0
        ? { value: meant }
        : fault(`unknown currency "${text}"`);
  });
  const minor = row.take("price", (text, column): Parsed<number> => {
    const parsed = parseAmount(text, evidence.marks.get(column.index) ?? null);
    if (parsed === "empty" || "fault" in parsed) return parsed;
    if (column.unknownUnit) return fault(`unknown currency "${column.unknownUnit}" in the header`);
    const { amount, currencies } = parsed.value;
    const stated = [currencies, column.currencies, rowCurrencies].filter((list) => list !== null);
    if (stated.length === 0 && !options.currency)
      return fault(`"${text}" bears no currency (--currency tells it)`);
    if (!currency)
      return fault(
        stated.length > 0
          ? "the feed's currency is not certain (--currency tells it)"
          : "no currency",
      );
    const other = stated.find((list) => !list.includes(currency));
    if (other) return fault(`the price is in ${other.join(" or ")}, the feed in ${currency}`);
    if (Number(amount) < lowestPrice || Number(amount) > highestPrice)
      return fault(`"${text}" is not the price of a car`);
    if (isPlaceholder(amount)) return fault(`"${text}" is a placeholder, not a price`);
    const value = decimalToMinor(amount, currency);
    return value === null ? fault(`"${text}" is not an amount of ${currency}`) : { value };
  });
  if (minor === null && row.faults.length === faultsBefore)
    row.faults.push({ column: row.headerOf("price"), reason: "the price is missing" });
  return minor === null || !currency ? null : { sourceCurrency: currency, sourcePriceMinor: minor };
}

/** The yearly tax of a row in minor units of the feed's currency, or null. */
export function readTax(row: RowReader, { evidence }: FeedContext): number | null {
  const { currency, marks } = evidence;
  if (!currency) return null;
  return row.take("tax", (text, column: Column): Parsed<number> => {
    const parsed = parseAmount(text, marks.get(column.index) ?? null);
    if (parsed === "empty" || "fault" in parsed) return parsed;
    if (column.unknownUnit) return fault(`unknown currency "${column.unknownUnit}" in the header`);
    const { amount, currencies } = parsed.value;
    const other = [currencies, column.currencies].find((list) => list && !list.includes(currency));
    if (other) return fault(`the tax is in ${other.join(" or ")}, the feed in ${currency}`);
    const value = decimalToMinor(amount, currency);
    return value === null ? fault(`"${text}" is not a yearly tax`) : { value };
  });
}
