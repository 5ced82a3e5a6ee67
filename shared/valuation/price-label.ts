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

/** A label changes only if the price is at least this far beyond the limit, as a share of the price. */
const labelMargin = 0.04;
const mostMargin = 0.08;

/**
 * How far beyond the limit the price must be before its label changes. A model of few cars has a higher error and moves
 * its estimates more at each training, so labels need a wider margin to stay.
 */
export function marginFor(medianError: number): number {
  return Math.max(labelMargin, Math.min(mostMargin, 0.85 * medianError));
}

/**
 * The label of a price. `score` says how far the price is from the estimate, in spreads, and `limits` are the scores
 * below which 10, 30, 70 and 90 % of cars are. With a previous label, the price must pass a limit by the margin, a
 * share of the price.
 */
export function labelOf(
  score: number,
  limits: readonly [number, number, number, number],
  { previous, spread, margin }: { previous: PriceLabel | null; spread: number; margin: number },
): PriceLabel {
  const plain = priceLabels[limits.filter((limit) => score > limit).length]!;
  if (previous === null) return plain;
  const at = priceLabels.indexOf(previous);
  const isAbove = at === 0 || score > limits[at - 1]! - margin / spread;
  const isBelow = at === limits.length || score <= limits[at]! + margin / spread;
  return isAbove && isBelow ? previous : plain;
}
