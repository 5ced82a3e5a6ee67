/**
 * Round values for an axis, about as many as `count` and at least two, from below the lowest of these values to above the
 * highest.
 */
export function axisOf(values: readonly number[], count: number): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const rough = Math.max((high - low) / count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/** Where a value of an axis is, between the edges of a picture. */
export function scale(axis: readonly number[], from: number, to: number) {
  const low = axis[0]!;
  const span = axis.at(-1)! - low;
  return (value: number) => from + ((value - low) / span) * (to - from);
}

const compact = {
  notation: "compact",
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
} as const;

export const shortNumber = (value: number) => new Intl.NumberFormat("en-US", compact).format(value);

export const shortMoney = (currency: string) => (amount: number) =>
  new Intl.NumberFormat("en-US", { ...compact, style: "currency", currency }).format(amount);
