import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { saloon } from "./saloon.ts";

/** An estate with the low roof of a coupé. */
export const shootingBrake: CarShape = {
  ...saloon,
  tailX: -2.46,
  cabinMiddle: -0.55,
  wheel: { ...saloon.wheel, spokes: 10, fork: 0, spokeWidth: 0.016, twist: -0.12 },
  belt: points(
    [-2.7, -2.2, -1.5, -0.5, 0.5, 1.0, 1.5, 2.0, 2.3, 2.6],
    [0.99, 1.02, 1.0, 0.955, 0.93, 0.925, 0.885, 0.8, 0.712, 0.6],
  ),
  roof: points(
    [1.8, 1.0, 0.48, 0.08, -0.45, -1.1, -1.75, -2.2, -2.6],
    [0.53, 0.925, 1.18, 1.315, 1.378, 1.35, 1.255, 1.155, 1.05],
  ),
  cabinPlan: points(
    [-2.5, -1.8, -0.9, 0, 0.6, 1.1, 1.6],
    [0.66, 0.735, 0.805, 0.835, 0.822, 0.782, 0.715],
  ),
  tumble: 0.46,
  tailgate: { x: -2.36, rake: 1.0 },
  rearScreen: "upright",
  window: { rear: -2.05, front: 0.98, lean: 1.3, kick: 0.06, rail: 0.066 },
  pillars: [
    [-0.16, 0.05, 0.02],
    [-1.2, -0.25, 0.018],
  ],
  header: { front: 0.18, rear: -1.85 },
  handles: points([0.06, -0.97], [0.835, 0.865]),
  mirror: [0.7, 1.02, 0.995],
  trim: "glossblack",
};
