import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { hatchback } from "./hatchback.ts";

/** Short and tall, with two doors. */
export const cityCar: CarShape = {
  ...hatchback,
  wheelbase: 2.4,
  noseX: 1.93,
  tailX: -1.84,
  cowlX: 0.9,
  cabinMiddle: -0.3,
  wheel: { radius: 0.328, rim: 0.238, spokes: 8, fork: 0, spokeWidth: 0.02, twist: 0 },
  archRadius: 0.357,
  track: 0.752,
  belt: points(
    [-2.0, -1.6, -1.0, -0.3, 0.4, 0.9, 1.3, 1.65, 1.9, 2.1],
    [1.0, 1.03, 1.015, 0.985, 0.965, 0.96, 0.92, 0.84, 0.745, 0.63],
  ),
  roof: points(
    [1.6, 0.95, 0.52, 0.15, -0.3, -0.9, -1.4, -1.75, -2.0],
    [0.57, 0.97, 1.26, 1.425, 1.505, 1.49, 1.425, 1.35, 1.28],
  ),
  plan: points(
    [-1.95, -1.5, -1.2, -0.4, 0.4, 1.2, 1.6, 2.0],
    [0.8, 0.855, 0.88, 0.875, 0.875, 0.872, 0.84, 0.77],
  ),
  cabinPlan: points(
    [-1.9, -1.4, -0.8, 0, 0.5, 0.95, 1.4],
    [0.7, 0.745, 0.785, 0.805, 0.792, 0.757, 0.7],
  ),
  crease: points([-1.9, -1.2, 0, 1.2, 1.9], [0.9, 0.875, 0.83, 0.785, 0.71]),
  tailgate: { x: -1.75, rake: 0.55 },
  window: { rear: -1.4, front: 0.9, lean: 0.5, kick: 0.08, rail: 0.075 },
  pillars: [[-0.36, 0.03, 0.03]],
  header: { front: 0.22, rear: -1.3 },
  doors: [points([0.76, 0.82, 0.76, -0.36, -0.46, -0.42], [0.4, 0.7, 1.3, 1.6, 0.85, 0.4])],
  handles: points([-0.22], [0.868]),
  mirror: [0.62, 0.97, 1.05],
  front: { z: 0.505, width: 0.92, height: 0.98, lamp: 1.05 },
};
