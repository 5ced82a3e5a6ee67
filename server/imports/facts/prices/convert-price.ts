import { minorUnitDigits } from "#shared/money/money.ts";

/** An exchange rate as exact decimal text, e.g. "1.25": shop currency for one unit of the feed's. */
export type Rate = string;

/** Whether a text is a positive rate that the database stores exactly (8 decimals). */
export function isRate(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,8})?$/.test(text) && /[1-9]/.test(text);
}

/**
 * Converts minor units of `from` to minor units of `to`, rounded half up, in integer arithmetic. Null if the result is
 * not a safe integer.
 */
export function convertPrice(minor: number, from: string, to: string, rate: Rate): number | null {
  const { factor, denominator } = ratioOf(from, to, rate);
  const converted = Number((2n * BigInt(minor) * factor + denominator) / (2n * denominator));
  return Number.isSafeInteger(converted) ? converted : null;
}

type Ratio = { from: string; to: string; rate: Rate; factor: bigint; denominator: bigint };
// The rows of a feed usually have one.
let last: Ratio | null = null;

function ratioOf(from: string, to: string, rate: Rate): Ratio {
  if (last?.from === from && last.to === to && last.rate === rate) return last;
  const [whole = "0", decimals = ""] = rate.split(".");
  const factor = BigInt(whole + decimals) * 10n ** BigInt(minorUnitDigits(to));
  const denominator = 10n ** BigInt(decimals.length + minorUnitDigits(from));
  last = { from, to, rate, factor, denominator };
  return last;
}
