import { searchParts } from "#shared/search/search-filters.ts";
import type { CarColumns } from "../car-columns.ts";
import type { Tallies } from "./group-tallies.ts";
import { bitOf, type SearchPlan } from "../search-plan.ts";
import { testsByFailures, type TestedGroups } from "../find-failures.ts";

/**
 * For each combination of the fewest failures that a car has, how many cars have it. A car fails at least what its group
 * fails. So of the groups that fail as many parts as are tried, only the cars that fail nothing else are looked for, which
 * is fast, and every car only of those that fail fewer.
 */
export function countFewestFailures(
  cars: CarColumns,
  plan: SearchPlan,
  tallies: Tallies,
): Map<number, number> {
  const carsByFailures = new Uint32Array(1 << searchParts.length);
  const tests = testsByFailures(cars, plan, tallies);
  let fewest = Infinity;
  for (let tried = 0; tried <= tests.length && fewest >= tried; tried++) {
    if (tried > 0) countAll(cars, tests[tried - 1]!(true), carsByFailures);
    if (tried < tests.length) countLikeGroups(tests[tried]!(false), carsByFailures);
    fewest = fewestOf(carsByFailures);
  }
  const counts = new Map<number, number>();
  for (let failed = 0; failed < carsByFailures.length; failed++)
    if (carsByFailures[failed]! > 0 && bitCount(failed) === fewest)
      counts.set(failed, carsByFailures[failed]!);
  return counts;
}

/** Counts all cars of some groups. */
function countAll(
  cars: CarColumns,
  { ofGroups, listed, isMixed, failed }: TestedGroups,
  carsByFailures: Uint32Array,
): void {
  const { groups, from, to, keptFrom, keptTo } = listed;
  const { count } = cars.groups.columns;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    if (isMixed[group] === 1) {
      for (let index = keptFrom[at]!; index < keptTo[at]!; index++)
        carsByFailures[failed[index]!]! += 1;
      continue;
    }
    const ofGroup = ofGroups[group]!;
    const withinPrice = to[at]! - from[at]!;
    carsByFailures[ofGroup]! += withinPrice;
    carsByFailures[ofGroup | bitOf.price]! += count[group]! - withinPrice;
  }
}

/** Counts the cars of some groups that fail no more than their group. */
function countLikeGroups(
  { ofGroups, listed, isMixed }: TestedGroups,
  carsByFailures: Uint32Array,
): void {
  const { groups, from, to, keptFrom, keptTo } = listed;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    carsByFailures[ofGroups[group]!]! +=
      isMixed[group] === 1 ? keptTo[at]! - keptFrom[at]! : to[at]! - from[at]!;
  }
}

/** How many parts the cars fail that fail the fewest; Infinity without cars. */
function fewestOf(carsByFailures: Uint32Array): number {
  let fewest = Infinity;
  for (let failed = 0; failed < carsByFailures.length; failed++)
    if (carsByFailures[failed]! > 0) fewest = Math.min(fewest, bitCount(failed));
  return fewest;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
