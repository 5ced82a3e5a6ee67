import { minorUnitDigits } from "#shared/money/money.ts";

/** An exchange rate as exact decimal text, e.g. "1.25": shop currency for one unit of the feed's. */
export type Rate = string;

/** Whether a text is a rate above zero that the database keeps exactly (8 decimals). */
export function isRate(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,8})?$/.test(text) && /[1-9]/.test(text);
}

/**
 * Minor units of `to` for minor units of `from` at a rate, rounded half up. Integer arithmetic throughout;
 * null where the result is outside the integers a number holds exactly.
 */
export function convertPrice(minor: number, from: string, to: string, rate: Rate): number | null {
  const [whole = "0", decimals = ""] = rate.split(".");
  const numerator = BigInt(minor) * BigInt(whole + decimals) * 10n ** BigInt(minorUnitDigits(to));
  const denominator = 10n ** BigInt(decimals.length + minorUnitDigits(from));
  const converted = Number((2n * numerator + denominator) / (2n * denominator));
  return Number.isSafeInteger(converted) ? converted : null;
}
