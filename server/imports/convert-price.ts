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
  const [whole = "0", decimals = ""] = rate.split(".");
  const numerator = BigInt(minor) * BigInt(whole + decimals) * 10n ** BigInt(minorUnitDigits(to));
  const denominator = 10n ** BigInt(decimals.length + minorUnitDigits(from));
  const converted = Number((2n * numerator + denominator) / (2n * denominator));
  return Number.isSafeInteger(converted) ? converted : null;
}
