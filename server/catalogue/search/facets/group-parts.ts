import type { SearchPart } from "#shared/search/search-filters.ts";
import type { CarColumns } from "../car-columns.ts";
import { emptySet, groupRanges, type GroupSet } from "./group-values.ts";
import type { SearchPlan } from "../search-plan.ts";

/** A part of a search, and the groups that do not fail it as a whole. */
export type GroupPart = { name: SearchPart; passing: GroupSet };

/** The parts of a search that are about what the cars of a group share. */
export function partsOfGroups(cars: CarColumns, plan: SearchPlan): GroupPart[] {
  const { values } = cars.groups;
  const size = cars.groups.size();
  const parts: GroupPart[] = [];
  for (const { name, isWanted } of plan.values)
    parts.push({ name, passing: values.having(name, size, (code) => isWanted[code] === 1) });
  for (const name of groupRanges) {
    const ends = plan.ranges[name];
    if (!ends) continue;
    const isWithin = (value: number) => value >= ends.low && value <= ends.high;
    parts.push({ name, passing: values.having(name, size, isWithin) });
  }
  return parts;
}

/** A new set of the groups with cars. */
export function groupsWithCars({ groups }: CarColumns): GroupSet {
  const set = emptySet(groups.size());
  set.set(groups.values.withCars().subarray(0, set.length));
  return set;
}
