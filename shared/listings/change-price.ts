import { minorUnitDigits, toMinor } from "#shared/money/money.ts";

/** What a price changed by a percentage can be rounded to, in major units. 0 keeps the decimals. */
export const priceRoundings = [0, 1, 10, 50, 100, 500, 1_000] as const;

/** A change of many prices: by a percentage, or by an amount in major units. */
export type PriceChange =
  | { kind: "percent"; by: number; roundTo: (typeof priceRoundings)[number] }
  | { kind: "amount"; by: number };

const highestMajor = 1_000_000_000;

/**
 * A price in minor units after the change. Null if it would not be above zero or would be too high, or if the amount
 * has more decimals than the currency.
 */
export function changePrice(
  beforeMinor: number,
  change: PriceChange,
  currency: string,
): number | null {
  const after =
    change.kind === "percent"
      ? byPercent(beforeMinor, change, currency)
      : byAmount(beforeMinor, change.by, currency);
  return after !== null && after > 0 && after <= highestMajor * 10 ** minorUnitDigits(currency)
    ? after
    : null;
}

function byPercent(
  beforeMinor: number,
  { by, roundTo }: Extract<PriceChange, { kind: "percent" }>,
  currency: string,
): number {
  const step = roundTo === 0 ? 1 : roundTo * 10 ** minorUnitDigits(currency);
  // In hundredths of a percent, so that 19,999 less 12.5 % is not computed from a binary fraction.
  const exact = (beforeMinor * (10_000 + Math.round(by * 100))) / 10_000;
  return Math.round(exact / step) * step;
}

function byAmount(beforeMinor: number, by: number, currency: string): number | null {
  const amount = toMinor(Math.abs(by), currency);
  return amount === null ? null : beforeMinor + Math.sign(by) * amount;
}
