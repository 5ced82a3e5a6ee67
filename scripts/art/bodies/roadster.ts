import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { convertible } from "./convertible.ts";

/** A short open car with two seats behind a long hood. */
export const roadster: CarShape = {
  ...convertible,
  wheelbase: 2.5,
  noseX: 2.16,
  tailX: -1.92,
  cowlX: 0.58,
  wheel: { radius: 0.346, rim: 0.262, spokes: 7, fork: 0, spokeWidth: 0.019, twist: 0.15 },
  archRadius: 0.376,
  track: 0.79,
  belt: points(
    [-2.1, -1.7, -1.2, -0.6, 0.1, 0.58, 1.1, 1.6, 2.05, 2.4],
    [0.915, 0.945, 0.935, 0.89, 0.865, 0.862, 0.835, 0.765, 0.665, 0.55],
  ),
  roof: points(
    [1.5, 0.65, 0.16, -0.2, -0.6, -1.0, -1.3, -1.5, -1.8],
    [0.47, 0.87, 1.1, 1.2, 1.23, 1.14, 0.97, 0.82, 0.6],
  ),
  plan: points(
    [-2.1, -1.6, -1.25, -0.4, 0.4, 1.25, 1.7, 2.2],
    [0.8, 0.885, 0.92, 0.9, 0.9, 0.908, 0.87, 0.79],
  ),
  cabinPlan: points(
    [-1.9, -1.4, -0.9, -0.2, 0.3, 0.75, 1.3],
    [0.52, 0.66, 0.755, 0.795, 0.782, 0.745, 0.67],
  ),
  crease: points([-2.1, -1.25, 0, 1.25, 2.1], [0.81, 0.8, 0.745, 0.72, 0.63]),
  cabinMiddle: -0.5,
  tailZ: 0.79,
  tailgate: { x: -1.5, rake: 0 },
  window: { rear: -1.4, front: 0.58, lean: 0, kick: 0.06, rail: 0.06 },
  pillars: [[-0.6, 0.02, 0.012]],
  header: { front: -0.1, rear: -1.2 },
  doors: [points([0.48, 0.54, 0.48, -0.6, -0.62, -0.5], [0.36, 0.64, 1.2, 1.5, 0.72, 0.36])],
  handles: points([-0.42], [0.79]),
  mirror: [0.28, 0.97, 0.935],
  seats: [-0.42],
  front: { z: 0.445, width: 0.96, height: 0.94, lamp: 0.93 },
};
