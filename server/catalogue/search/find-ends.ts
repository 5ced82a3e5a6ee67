import type { CarColumns } from "./car-columns.ts";
import { bitOf } from "./search-plan.ts";
import type { Failures } from "./test-cars.ts";

/** The lowest and highest known value; Infinity and -Infinity without any. */
export type Ends = { low: number; high: number };

/** The lowest and highest price of the cars that fail nothing but, at most, the price. */
export function findPriceEnds(
  cars: CarColumns,
  { matching, matchingSize, isMixed, cars: failures }: Failures,
): Ends {
  const { price } = cars.columns;
  const { start, count, lowest, highest } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < matchingSize; at++) {
    const group = matching[at]!;
    const cheapest = lowest.price[group]!;
    const dearest = highest.price[group]!;
    if (cheapest >= low && dearest <= high) continue;
    const all = isMixed[group] === 0;
    // A price of 0 is unknown.
    if (all && cheapest > 0) {
      if (cheapest < low) low = cheapest;
      if (dearest > high) high = dearest;
      continue;
    }
    const first = start[group]!;
    const end = first + count[group]!;
    for (let place = first; place < end; place++) {
      const slot = byPrice[place]!;
      if (price[slot]! >= low) break;
      if (price[slot]! > 0 && (all || failures[slot] === 0)) low = price[slot]!;
    }
    for (let place = end - 1; place >= first; place--) {
      const slot = byPrice[place]!;
      if (price[slot]! <= high || price[slot] === 0) break;
      if (all || failures[slot] === 0) high = price[slot]!;
    }
  }
  return { low, high };
}

/** The lowest and highest mileage of the cars that fail nothing but, at most, the mileage. */
export function findMileageEnds(cars: CarColumns, failures: Failures): Ends {
  const { groups, matching, matchingSize, others, othersSize } = failures;
  const ends: Ends = { low: Infinity, high: -Infinity };
  for (let at = 0; at < matchingSize; at++) extendByGroup(cars, failures, matching[at]!, ends);
  for (let at = 0; at < othersSize; at++)
    if (groups[others[at]!] === bitOf.mileage) extendByGroup(cars, failures, others[at]!, ends);
  return ends;
}

function extendByGroup(
  cars: CarColumns,
  { from, to, isMixed, cars: failures }: Failures,
  group: number,
  ends: Ends,
): void {
  const { count, lowest, highest } = cars.groups.columns;
  const least = lowest.mileage[group]!;
  const most = highest.mileage[group]!;
  let { low, high } = ends;
  if (least >= low && most <= high) return;
  const all = isMixed[group] === 0;
  // An unknown mileage is negative.
  if (all && least >= 0 && to[group]! - from[group]! === count[group]) {
    if (least < low) ends.low = least;
    if (most > high) ends.high = most;
    return;
  }
  const { mileage } = cars.columns;
  const byPrice = cars.groups.byPrice();
  for (let place = from[group]!; place < to[group]!; place++) {
    const slot = byPrice[place]!;
    const value = mileage[slot]!;
    if (value < 0 || (value >= low && value <= high)) continue;
    if (!all && failures[slot] !== 0 && failures[slot] !== bitOf.mileage) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  ends.low = low;
  ends.high = high;
}
