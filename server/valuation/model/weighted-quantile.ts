export type Weighted = { value: number; weight: number };

/**
 * The value below which a share of the weight lies.
 * @param beyond the weight of a value that is not known and may be beyond all others
 */
export function weightedQuantile(
  values: readonly Weighted[],
  share: number,
  beyond: number,
): number {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0) + beyond;
  const isUpper = share > 0.5;
  const sorted = values.toSorted((a, b) => (isUpper ? a.value - b.value : b.value - a.value));
  let left = (isUpper ? share : 1 - share) * whole;
  for (const { value, weight } of sorted) {
    left -= weight;
    // Sums of weights are rounded.
    if (left <= 1e-9) return value;
  }
  return sorted.at(-1)?.value ?? NaN;
}
