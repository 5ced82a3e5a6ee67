import { allMakes, type Make } from "./all-makes.ts";
import { chooseMakes } from "./choose-makes.ts";
import type { MakeFacts } from "./make-facts.ts";

// The setting MAKES, which the document of a page passes on. The server refuses to start with a mistake in it.
const chosen = chooseMakes(
  typeof document === "undefined" ? process.env.MAKES : document.documentElement.dataset.makes,
);

/** The names of the makes that the shop sells, by the id of their category. */
export const makes: readonly Make[] = "makes" in chosen ? chosen.makes : [];

/** Whether the shop sells a make. It can have cars of others that went off sale before these were left out. */
export const isSoldMake = (make: Make): boolean => makes.includes(make);

/** The facts of the makes that the shop sells, in the same order. */
export const soldMakes: readonly (MakeFacts & { name: Make })[] = makes.map(factsOf);

/** The ids of their categories. */
export const categoryIds: readonly number[] = soldMakes.map(({ categoryId }) => categoryId);

/** The facts of a make. */
export function factsOf(make: Make): MakeFacts & { name: Make } {
  return allMakes.find(({ name }) => name === make)!;
}

/** The category of a make. */
export function categoryIdOf(make: Make): number {
  return factsOf(make).categoryId;
}

/** A value for each make, those included that only old cars have. */
export function ofEachMake<Value>(valueOf: (make: Make) => Value): Record<Make, Value> {
  return Object.fromEntries(allMakes.map(({ name }) => [name, valueOf(name)])) as Record<
    Make,
    Value
  >;
}
