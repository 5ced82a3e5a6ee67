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

/** A label changes only if the price is this far beyond the limit, as a share of the price. */
export const labelMargin = 0.04;

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
