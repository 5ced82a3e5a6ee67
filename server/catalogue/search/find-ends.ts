import type { CarColumns } from "./car-columns.ts";
import { bitOf } from "./search-plan.ts";
import type { Listed } from "./facets/listed-groups.ts";
import type { Failures } from "./find-failures.ts";

/** The lowest and highest known value; Infinity and -Infinity without any. */
export type Ends = { low: number; high: number };

/** The lowest and highest price of the cars that fail nothing but, at most, the price. */
export function findPriceEnds(
  cars: CarColumns,
  { matching: { groups, keptFrom, keptTo }, areMixed, isMixed, keptSlots, failed }: Failures,
): Ends {
  const { start, count, lowest, highest } = cars.groups.columns;
  const { price } = cars.columns;
  const prices = cars.groups.prices();
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    const cheapest = lowest.price[group]!;
    const dearest = highest.price[group]!;
    if (cheapest >= low && dearest <= high) continue;
    const all = !areMixed || isMixed[group] === 0;
    // A price of 0 is unknown.
    if (all && cheapest > 0) {
      if (cheapest < low) low = cheapest;
      if (dearest > high) high = dearest;
      continue;
    }
    if (!all) {
      for (let index = keptFrom[at]!; index < keptTo[at]!; index++) {
        const value = price[keptSlots[index]!]!;
        if (value === 0 || (value >= low && value <= high)) continue;
        if (!failsAtMost(failed[index]!, bitOf.price)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      continue;
    }
    const first = start[group]!;
    const end = first + count[group]!;
    for (let place = first; place < end; place++) {
      if (prices[place]! >= low) break;
      if (prices[place]! > 0) low = prices[place]!;
    }
    for (let place = end - 1; place >= first; place--) {
      if (prices[place]! <= high || prices[place]! === 0) break;
      high = prices[place]!;
    }
  }
  return { low, high };
}

function failsAtMost(failed: number, bit: number): boolean {
  return (failed & ~bit) === 0;
}

/** The lowest and highest mileage of the cars that fail nothing but, at most, the mileage. */
export function findMileageEnds(cars: CarColumns, failures: Failures): Ends {
  const ends: Ends = { low: Infinity, high: -Infinity };
  extendByGroups(cars, failures, failures.matching, ends);
  for (const other of failures.others)
    if (other.part === "mileage") extendByGroups(cars, failures, other, ends);
  return ends;
}

function extendByGroups(cars: CarColumns, failures: Failures, listed: Listed, ends: Ends): void {
  const { groups } = listed;
  const { lowest, highest } = cars.groups.columns;
  const { mileage: least } = lowest;
  const { mileage: most } = highest;
  let { low, high } = ends;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    if (least[group]! >= low && most[group]! <= high) continue;
    extendByGroup(cars, failures, listed, at, ends);
    ({ low, high } = ends);
  }
}

function extendByGroup(
  cars: CarColumns,
  { areMixed, isMixed, keptSlots, failed }: Failures,
  { groups, from, to, keptFrom, keptTo }: Listed,
  at: number,
  ends: Ends,
): void {
  const group = groups[at]!;
  const { count, lowest, highest } = cars.groups.columns;
  const least = lowest.mileage[group]!;
  const most = highest.mileage[group]!;
  let { low, high } = ends;
  const all = !areMixed || isMixed[group] === 0;
  const begin = all ? from[at]! : keptFrom[at]!;
  const end = all ? to[at]! : keptTo[at]!;
  // An unknown mileage is negative.
  if (all && least >= 0 && end - begin === count[group]) {
    if (least < low) ends.low = least;
    if (most > high) ends.high = most;
    return;
  }
  const { mileage } = cars.columns;
  const byPrice = cars.groups.byPrice();
  for (let index = begin; index < end; index++) {
    const value = mileage[all ? byPrice[index]! : keptSlots[index]!]!;
    if (value < 0 || (value >= low && value <= high)) continue;
    if (!all && !failsAtMost(failed[index]!, bitOf.mileage)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  ends.low = low;
  ends.high = high;
}
