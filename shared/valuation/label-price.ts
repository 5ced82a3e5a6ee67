import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";

/** The shares of cars whose prices are below the four limits between the labels. */
export const labelShares = [0.1, 0.3, 0.7, 0.9] as const;

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
 * below which the shares of `labelShares` are. With a previous label, the price must pass a limit by the margin, a
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
