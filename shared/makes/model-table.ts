import type { Make } from "./all-makes.ts";
import type { CarModel } from "./make-facts.ts";
import { soldMakes } from "./sold-makes.ts";

export type ModelFacts = CarModel & { make: Make };

/** The models of the makes that the shop sells. */
export const modelTable: readonly ModelFacts[] = soldMakes.flatMap(({ name, models }) =>
  models.map((model) => ({ ...model, make: name })),
);
