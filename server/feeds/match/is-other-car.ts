import type { FeedFacts } from "#server/imports/public-reading.ts";

/** So many characters of a VIN can be typing errors. */
const mostMistyped = 2;

/**
 * Whether a row with the number of a car is about another car: dealers use a stock number again when its car is sold.
 * Two VINs decide. Without them, it is another car if make and year differ, or if model and year differ and the mileage
 * fell.
 */
export function isOtherCar(before: FeedFacts, after: FeedFacts): boolean {
  if (before.vin !== null && after.vin !== null) return !isMistyped(before.vin, after.vin);
  if (before.year === after.year) return false;
  if (before.make !== after.make) return true;
  const isOtherModel = before.model?.toLowerCase() !== after.model?.toLowerCase();
  return isOtherModel && (after.mileage ?? 0) < (before.mileage ?? 0);
}

/** Whether two VINs can be one with typing errors, or are the same. */
function isMistyped(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let at = 0; at < one.length && differing <= mostMistyped; at++)
    if (one[at] !== other[at]) differing += 1;
  return differing <= mostMistyped;
}
