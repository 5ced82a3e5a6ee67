import { cityCar } from "./bodies/city-car.ts";
import { convertible } from "./bodies/convertible.ts";
import { coupe } from "./bodies/coupe.ts";
import { estate } from "./bodies/estate.ts";
import { hatchback } from "./bodies/hatchback.ts";
import { offRoader } from "./bodies/off-roader.ts";
import { roadster } from "./bodies/roadster.ts";
import { saloon } from "./bodies/saloon.ts";
import { shootingBrake } from "./bodies/shooting-brake.ts";
import { suv } from "./bodies/suv.ts";
import { van } from "./bodies/van.ts";
import type { CarShape } from "./car-shape.ts";

/** Each body that we draw, by the name in its pictures' files. */
export const CAR_SHAPES = {
  saloon,
  estate,
  hatchback,
  suv,
  coupe,
  convertible,
  van,
  roadster,
  brake: shootingBrake,
  offroader: offRoader,
  city: cityCar,
} as const satisfies Record<string, CarShape>;
export type Body = keyof typeof CAR_SHAPES;
export const BODIES = Object.keys(CAR_SHAPES) as Body[];
