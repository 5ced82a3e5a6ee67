import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { coupe } from "./coupe.ts";

export const convertible: CarShape = {
  ...coupe,
  wheel: { ...coupe.wheel, spokes: 5, fork: 0.16, spokeWidth: 0.02, twist: 0 },
  roof: points(
    [1.72, 0.88, 0.35, -0.05, -0.5, -0.9, -1.2, -1.45, -1.9],
    [0.49, 0.89, 1.15, 1.27, 1.3, 1.2, 1.02, 0.85, 0.6],
  ),
  tailgate: { x: -1.42, rake: 0 },
  header: { front: 0.14, rear: -1.0 },
  trim: "chrome",
  glassRoof: false,
  open: true,
};
