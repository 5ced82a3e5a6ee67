import { allMakes, type Make } from "./all-makes.ts";
import type { MakeFacts } from "./make-facts.ts";

/** The facts of the makes that the shop sells, by the id of their category. */
export const soldMakes: readonly (MakeFacts & { name: Make })[] = allMakes;

/** The names of the makes that the shop sells. */
export const makes: readonly Make[] = soldMakes.map(({ name }) => name);

/** The ids of their categories. */
export const categoryIds: readonly number[] = soldMakes.map(({ categoryId }) => categoryId);

/** The facts of a make. */
export function factsOf(make: Make): MakeFacts {
  return allMakes.find(({ name }) => name === make)!;
}

/** The category of a make. */
export function categoryIdOf(make: Make): number {
  return factsOf(make).categoryId;
}

/** A value for each make that the shop sells. */
export function ofEachMake<Value>(valueOf: (make: Make) => Value): Record<Make, Value> {
  return Object.fromEntries(makes.map((make) => [make, valueOf(make)])) as Record<Make, Value>;
}
