import type { CarFacts } from "./features.ts";

/**
 * How far two cars of the same model are from each other: 1 for a year, for 10,000 miles, or for another gearbox; 2 for
 * another fuel or for a liter of engine size. An unknown value counts as half a difference.
 */
function differenceOf(a: CarFacts, b: CarFacts): number {
  return (
    apart(a.year, b.year, 1) +
    apart(a.miles, b.miles, 10_000) +
    apart(a.engineSizeCc, b.engineSizeCc, 500) +
    (a.transmission === b.transmission ? 0 : 1) +
    (a.fuel === b.fuel ? 0 : 2)
  );
}

function apart(a: number | null, b: number | null, unit: number): number {
  if (a === null || b === null) return a === b ? 0 : 0.5;
  return Math.abs(a - b) / unit;
}

/** A car that is further away is not comparable. */
const furthestComparable = 6;

/** The most similar ones of cars of the same make and model, the nearest first. */
export function nearestCars<T>(
  car: CarFacts,
  others: readonly T[],
  factsOf: (other: T) => CarFacts,
  limit: number,
): { other: T; difference: number }[] {
  return others
    .map((other) => ({ other, difference: differenceOf(car, factsOf(other)) }))
    .filter(({ difference }) => difference <= furthestComparable)
    .sort((a, b) => a.difference - b.difference)
    .slice(0, limit);
}
