// Apart from the labels, which the lists load: they get these words from the server.
import { formatMajor, toMajor } from "#shared/money/money.ts";
import { priceLabelTexts, type PriceLabel } from "#shared/listings/price-label.ts";

/** How a car's price compares with similar cars, in a few words. */
export function compareWords(difference: number, estimate: number, currency: string): string {
  const by = Math.abs(difference);
  if (by < estimate * 0.01) return "About the same as similar cars";
  const rounded = by < 100 ? by : Math.round(by / 100) * 100;
  const amount = formatMajor(Math.round(rounded), currency);
  return `≈ ${amount} ${difference < 0 ? "below" : "above"} similar cars`;
}

/** Whether a price is so far below the estimate that it may be a mistake or a fraud. */
export function isUnusuallyLow(price: number, estimate: number): boolean {
  return price < estimate / 2;
}

/** The label that buyers see. An unusually low price has none, so that no list praises it. */
export function shownLabel(label: PriceLabel, price: number, estimate: number): PriceLabel | null {
  return isUnusuallyLow(price, estimate) ? null : label;
}

/** How a price compares with its estimate, as lists and pages show it: prices in minor units, answer in major units. */
export function describeRating(
  label: PriceLabel | null,
  priceMinor: number,
  estimateMinor: number,
  currency: string,
) {
  const difference = toMajor(priceMinor - estimateMinor, currency);
  return {
    label,
    title: label === null ? "Unusually low price" : priceLabelTexts[label],
    difference,
    text: compareWords(difference, toMajor(estimateMinor, currency), currency),
  };
}
