import type { CarColumns } from "./car-columns.ts";
import type { SearchPlan } from "./search-plan.ts";

const everything = { low: -Infinity, high: Infinity };

/** Tells whether a car matches as far as the cars of a group may differ, apart from the price. */
export function carMatcher(cars: CarColumns, plan: SearchPlan): (slot: number) => boolean {
  const { mileage, listedAt, look, location, title, paint, description } = cars.columns;
  const { looks, locations, text } = plan;
  const { low, high } = plan.ranges.mileage ?? everything;
  const since = plan.ranges.newSince?.low ?? -Infinity;
  return (slot) => {
    if (mileage[slot]! < low || mileage[slot]! > high || listedAt[slot]! < since) return false;
    if (looks !== null && looks[look[slot]!] !== 0) return false;
    if (locations !== null && locations[location[slot]!] === 0) return false;
    if (text === null) return true;
    const { hits, required } = text;
    const words =
      (hits.title?.[title[slot]!] ?? 0) |
      (hits.paint?.[paint[slot]!] ?? 0) |
      (hits.location?.[location[slot]!] ?? 0) |
      (hits.description?.[description[slot]!] ?? 0);
    return (words & required) === required;
  };
}
