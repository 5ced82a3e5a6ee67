import { convertible } from "./bodies/convertible.ts";
import { coupe } from "./bodies/coupe.ts";
import { estate } from "./bodies/estate.ts";
import { hatchback } from "./bodies/hatchback.ts";
import { saloon } from "./bodies/saloon.ts";
import { suv } from "./bodies/suv.ts";
import type { CarShape } from "./car-shape.ts";

export const BODIES = ["saloon", "estate", "hatchback", "suv", "coupe", "convertible"] as const;
export type Body = (typeof BODIES)[number];

export const CAR_SHAPES: Record<Body, CarShape> = {
  saloon,
  estate,
  hatchback,
  suv,
  coupe,
  convertible,
};
