import type { CarShape } from "../car-shape.ts";
import { points, raised } from "../drawing.ts";
import { suv } from "./suv.ts";

const LIFT = 0.26;

/** A large, upright SUV with three rows of seats. */
export const offRoader: CarShape = {
  ...suv,
  wheelbase: 3.06,
  noseX: 2.42,
  tailX: -2.62,
  cowlX: 1.06,
  lift: LIFT,
  ground: 0.25,
  cabinMiddle: -0.6,
  wheel: { radius: 0.412, rim: 0.296, spokes: 6, fork: 0.16, spokeWidth: 0.02, twist: 0 },
  archRadius: 0.452,
  track: 0.85,
  belt: raised(
    points(
      [-2.8, -2.2, -1.4, -0.5, 0.5, 1.06, 1.6, 2.1, 2.35, 2.6],
      [0.955, 0.96, 0.958, 0.952, 0.948, 0.948, 0.93, 0.89, 0.82, 0.74],
    ),
    LIFT,
  ),
  roof: raised(
    points(
      [1.85, 1.1, 0.72, 0.38, -0.2, -1.2, -2.1, -2.6, -3.0],
      [0.52, 0.965, 1.28, 1.46, 1.535, 1.545, 1.52, 1.485, 1.45],
    ),
    LIFT,
  ),
  plan: points(
    [-2.7, -2.1, -1.53, -0.5, 0.5, 1.53, 2.05, 2.5],
    [0.9, 0.965, 0.985, 0.982, 0.982, 0.98, 0.95, 0.89],
  ),
  cabinPlan: points(
    [-2.7, -1.9, -0.9, 0, 0.6, 1.15, 1.7],
    [0.82, 0.85, 0.875, 0.885, 0.872, 0.835, 0.76],
  ),
  crease: raised(points([-2.7, -1.53, 0, 1.53, 2.4], [0.87, 0.86, 0.845, 0.83, 0.79]), LIFT),
  shoulderLean: 0.26,
  tumble: 0.28,
  noseZ: 0.63 + LIFT,
  noseUp: 1.5,
  noseRound: 0.22,
  tailZ: 0.88 + LIFT,
  tailUp: 0.7,
  tailgate: { x: -2.55, rake: 0.24 },
  window: { rear: -2.35, front: 1.06, lean: 0.3, kick: 0.01, rail: 0.09 },
  pillars: [
    [-0.1, 0.05, 0.036],
    [-1.22, -0.05, 0.036],
  ],
  header: { front: 0.4, rear: -2.15 },
  mirror: [0.8, 1.08, 1.03 + LIFT],
  seats: [-0.05, -1.0, -1.9],
  front: { z: 0.79, width: 1.08, height: 1.1, lamp: 1.1 },
};
