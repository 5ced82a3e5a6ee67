import type { CarColumns } from "./car-columns.ts";
import { bitOf } from "./search-plan.ts";
import type { Failures, Listed } from "./test-cars.ts";

/** The lowest and highest known value; Infinity and -Infinity without any. */
export type Ends = { low: number; high: number };

/** The lowest and highest price of the cars that fail nothing but, at most, the price. */
export function findPriceEnds(
  cars: CarColumns,
  { matching: { groups }, areMixed, isMixed, cars: failures }: Failures,
): Ends {
  const { start, count, lowest, highest } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
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
    const first = start[group]!;
    const end = first + count[group]!;
    for (let place = first; place < end; place++) {
      const price = prices[place]!;
      if (price >= low) break;
      if (price > 0 && (all || failures[byPrice[place]!] === 0)) low = price;
    }
    for (let place = end - 1; place >= first; place--) {
      const price = prices[place]!;
      if (price <= high || price === 0) break;
      if (all || failures[byPrice[place]!] === 0) high = price;
    }
  }
  return { low, high };
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
  { areMixed, isMixed, cars: failures }: Failures,
  { groups, from, to }: Listed,
  at: number,
  ends: Ends,
): void {
  const group = groups[at]!;
  const begin = from[at]!;
  const end = to[at]!;
  const { count, lowest, highest } = cars.groups.columns;
  const least = lowest.mileage[group]!;
  const most = highest.mileage[group]!;
  let { low, high } = ends;
  const all = !areMixed || isMixed[group] === 0;
  // An unknown mileage is negative.
  if (all && least >= 0 && end - begin === count[group]) {
    if (least < low) ends.low = least;
    if (most > high) ends.high = most;
    return;
  }
  const { mileage } = cars.columns;
  const byPrice = cars.groups.byPrice();
  for (let place = begin; place < end; place++) {
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
