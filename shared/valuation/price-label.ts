import { formatMajor } from "#shared/money/money.ts";

/** How a price compares with those of similar cars, from the lowest to the highest. */
export const priceLabels = ["great", "good", "fair", "high", "very_high"] as const;
export type PriceLabel = (typeof priceLabels)[number];

export const priceLabelTexts: Record<PriceLabel, string> = {
  great: "Great price",
  good: "Good price",
  fair: "Fair price",
  high: "High price",
  very_high: "Very high price",
};

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

/** A shown label in words. */
export function ratingTitle(label: PriceLabel | null): string {
  return label === null ? "Unusually low price" : priceLabelTexts[label];
}

/** A label changes only if the price is this far beyond the limit, as a share of the price. */
export const labelMargin = 0.02;

/**
 * The label of a price. `score` says how far the price is from the estimate, in spreads, and `limits` are the scores
 * below which 10, 30, 70 and 90 % of cars are. With a previous label, the price must pass a limit by the margin.
 */
export function labelOf(
  score: number,
  limits: readonly [number, number, number, number],
  { previous, spread }: { previous: PriceLabel | null; spread: number },
): PriceLabel {
  const plain = priceLabels[limits.filter((limit) => score > limit).length]!;
  if (previous === null) return plain;
  const at = priceLabels.indexOf(previous);
  const margin = labelMargin / spread;
  const isAbove = at === 0 || score > limits[at - 1]! - margin;
  const isBelow = at === limits.length || score <= limits[at]! + margin;
  return isAbove && isBelow ? previous : plain;
}
