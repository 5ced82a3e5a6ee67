import { astonMartin } from "./aston-martin.ts";
import { audi } from "./audi.ts";
import { bentley } from "./bentley.ts";
import { bmw } from "./bmw.ts";
import { ferrari } from "./ferrari.ts";
import { jaguar } from "./jaguar.ts";
import { lamborghini } from "./lamborghini.ts";
import { landRover } from "./land-rover.ts";
import { lexus } from "./lexus.ts";
import type { MakeFacts } from "./make-facts.ts";
import { maserati } from "./maserati.ts";
import { mercedesBenz } from "./mercedes-benz.ts";
import { porsche } from "./porsche.ts";
import { rollsRoyce } from "./rolls-royce.ts";
import { tesla } from "./tesla.ts";
import { volvo } from "./volvo.ts";

/** Every make that a shop can sell, by the id of its category. */
export const allMakes = [
  bmw,
  mercedesBenz,
  audi,
  porsche,
  jaguar,
  landRover,
  lexus,
  volvo,
  bentley,
  astonMartin,
  maserati,
  ferrari,
  lamborghini,
  rollsRoyce,
  tesla,
] as const satisfies readonly MakeFacts[];

/** The name of a make. */
export type Make = (typeof allMakes)[number]["name"];

/** The names of all makes: what old cars can be, also in a shop that sells fewer. */
export const allMakeNames: readonly Make[] = allMakes.map(({ name }) => name);
