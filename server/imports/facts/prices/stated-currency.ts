import { currenciesInCell } from "./currency-words.ts";
import type { FeedContext } from "../../feed-context.ts";
import { parseAmount } from "./read-price.ts";
import type { RowReader } from "../row-reader.ts";

/**
 * How a row's money is read. `--currency` is the currency of prices that state none. A row that states the shop's
 * currency, as the rows of an export do, needs no rate. For any other currency there is no rate, so its price is
 * refused.
 */
export function inStatedCurrency(row: RowReader, context: FeedContext): FeedContext {
  const { shopCurrency, evidence, options } = context;
  if (shopCurrency === null || options.currency === null || evidence.currency === shopCurrency)
    return context;
  const stated = statedCurrencies(row, context);
  // "$" can mean the shop's currency, which is not enough.
  const isStated = stated.some(([code, ...others]) => code === shopCurrency && others.length === 0);
  return isStated && stated.every((list) => list.includes(shopCurrency))
    ? { ...context, evidence: { ...evidence, currency: shopCurrency } }
    : context;
}

/** What a currency column, the prices and their headers can each mean. */
function statedCurrencies(
  row: RowReader,
  { columns, evidence, options: { symbols } }: FeedContext,
): (readonly string[])[] {
  const named = (columns.get("currency") ?? []).map((column) =>
    currenciesInCell(row.textIn(column), column.header, symbols),
  );
  const priced = (columns.get("price") ?? []).flatMap((column) => {
    const text = row.textIn(column);
    if (text === "") return [];
    const parsed = parseAmount(text, evidence.marks.get(column.index) ?? null, symbols);
    const inCell = parsed !== "empty" && "value" in parsed ? parsed.value.currencies : null;
    return [inCell, column.currencies];
  });
  return [...named, ...priced].flatMap((list) => (list && list.length > 0 ? [list] : []));
}
