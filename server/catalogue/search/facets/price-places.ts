import type { CarColumns } from "../car-columns.ts";
import { placeOfPrice } from "./car-groups.ts";
import type { PriceSteps } from "./group-tallies.ts";
import type { Ends } from "../search-plan.ts";
import type { Listed } from "./listed-groups.ts";

/** Finds the cars of the listed groups that do not fail the price. */
export function testPrice(
  cars: CarColumns,
  { low, high }: Ends,
  steps: PriceSteps,
  { groups, from, to }: Listed,
): void {
  const { start, count } = cars.groups.columns;
  // Prices are whole numbers from 1.
  if (low > 1) findPlaces(cars, Math.ceil(low), steps, groups, from);
  else for (let at = 0; at < groups.length; at++) from[at] = start[groups[at]!]!;
  if (high < Infinity) findPlaces(cars, Math.floor(high) + 1, steps, groups, to);
  else
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at]!;
      to[at] = start[group]! + count[group]!;
    }
  // No car costs as much as one end at least and less than the other.
  if (low > high) to.set(from);
}

/** Finds the place of the first car of each group that costs at least this much. */
function findPlaces(
  cars: CarColumns,
  wanted: number,
  { buckets, cheaper, atMost, room }: PriceSteps,
  list: Uint32Array,
  places: Uint32Array,
): void {
  const { start, count } = cars.groups.columns;
  const before = Math.floor((wanted - buckets.from) / buckets.width);
  const bucket = Math.min(Math.max(before, 0), buckets.count - 1);
  const first = bucket * room;
  const lowest = buckets.from + bucket * buckets.width;
  if (wanted === lowest || wanted === lowest + 1) {
    const carsBefore = wanted === lowest ? cheaper : atMost;
    for (let at = 0; at < list.length; at++) {
      const group = list[at]!;
      places[at] = start[group]! + carsBefore[first + group]!;
    }
    return;
  }
  const prices = cars.groups.prices();
  const isLast = bucket === buckets.count - 1;
  for (let at = 0; at < list.length; at++) {
    const group = list[at]!;
    const begin = start[group]!;
    const low = before < 0 ? begin : begin + atMost[first + group]!;
    const high = isLast ? begin + count[group]! : begin + cheaper[first + room + group]!;
    places[at] = placeOfPrice(prices, low, high, wanted);
  }
}
