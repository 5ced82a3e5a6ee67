import { audi } from "./audi.ts";
import { bmw } from "./bmw.ts";
import type { MakeFacts } from "./make-facts.ts";
import { mercedesBenz } from "./mercedes-benz.ts";

/** Every make that a shop can sell, by the id of its category. */
export const allMakes = [bmw, mercedesBenz, audi] as const satisfies readonly MakeFacts[];

/** The name of a make. */
export type Make = (typeof allMakes)[number]["name"];
