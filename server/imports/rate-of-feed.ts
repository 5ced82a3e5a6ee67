import { convertPrice, type Rate } from "./facts/prices/convert-price.ts";
import type { FeedOptions } from "./feed-context.ts";
import { ImportError } from "./import-error.ts";
import type { Feed } from "./inspect-feed.ts";

/**
 * The rate for a feed's prices. A given rate is not used if the file itself says that its prices are in the shop's
 * currency, as an export does. Null if no rate is given, so that only rows in the shop's currency can be read.
 * @throws ImportError if a rate is missing (different currencies) or given beside the shop's currency
 */
export function rateOf(
  { name, evidence }: Pick<Feed, "name" | "evidence">,
  run: { shopCurrency: string; options: FeedOptions },
): Rate | null {
  const { currency, currencySource } = evidence;
  const { rate } = run.options;
  // Without a currency every row is quarantined, so the rate is not used.
  if (!currency) return "1";
  if (currency !== run.shopCurrency) {
    if (rate) return rate;
    if (evidence.stated.has(run.shopCurrency)) return null;
    throw new ImportError(
      `${name} is in ${currency} and the shop in ${run.shopCurrency}: add --rate, the ${run.shopCurrency} for one ${currency}.`,
      2,
    );
  }
  const isOther = rate && convertPrice(1_000_000_000, currency, currency, rate) !== 1_000_000_000;
  if (isOther && currencySource === "--currency")
    throw new ImportError(`${name} is in ${currency}, like the shop: leave out --rate.`, 2);
  return "1";
}
