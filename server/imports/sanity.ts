import type { MileageUnit } from "#shared/listings/listing.ts";

/** No price for which a car is sold in any currency here: 0, 1 and 99 stand for "ask". Major units of the feed's currency. */
export const lowestPrice = 100;
/** The highest price the shop can sell at; as in the add-product form. */
export const highestPrice = 1_000_000_000;
/** Half a million miles and more have been driven, by cars that are in museums: beyond it a digit was typed twice. */
export const highestMileage: Record<MileageUnit, number> = { mi: 621_000, km: 1_000_000 };
/** Cars are sold and registered as of the next model year from the summer on. */
export const yearsAhead = 1;
/** Older cars are not traded as used cars; a year before it is a default value of some system (1900, 1904). */
export const firstYear = 1950;
/** Cars of a new name are registered, and called by the new model year, up to a year before its first full year. */
export const yearsBeforeModel = 1;

/**
 * Whether a number is what people type to get past a form: six or more equal digits, or six or more that count up from 1.
 * Shorter runs (12345, 99999) are prices that people do ask.
 */
export function isPlaceholder(digits: string): boolean {
  const whole = digits.replace(/\..*$/, "");
  return /^(\d)\1{5,}$/.test(whole) || (whole.length >= 6 && "1234567890".startsWith(whole));
}
