import type { CarShape } from "../car-shape.ts";
import { points, raised } from "../drawing.ts";
import { suv } from "./suv.ts";

const LIFT = 0.18;

/** A tall box with a short hood and a sliding door. */
export const van: CarShape = {
  ...suv,
  wheelbase: 3.2,
  noseX: 2.46,
  tailX: -2.56,
  cowlX: 1.62,
  lift: LIFT,
  ground: 0.19,
  cabinMiddle: -0.4,
  wheel: { radius: 0.36, rim: 0.256, spokes: 10, fork: 0, spokeWidth: 0.018, twist: 0 },
  archRadius: 0.393,
  track: 0.822,
  belt: raised(
    points(
      [-2.8, -2.2, -1.4, -0.4, 0.6, 1.3, 1.62, 2.0, 2.3, 2.6],
      [0.96, 0.97, 0.965, 0.955, 0.95, 0.95, 0.955, 0.905, 0.82, 0.7],
    ),
    LIFT,
  ),
  roof: raised(
    points(
      [2.3, 1.68, 1.2, 0.85, 0.4, -0.4, -1.4, -2.2, -2.7, -3.0],
      [0.55, 0.98, 1.32, 1.545, 1.65, 1.685, 1.685, 1.665, 1.63, 1.6],
    ),
    LIFT,
  ),
  plan: points(
    [-2.7, -2.2, -1.6, -0.5, 0.5, 1.6, 2.05, 2.5],
    [0.9, 0.945, 0.962, 0.962, 0.96, 0.95, 0.91, 0.84],
  ),
  cabinPlan: points(
    [-2.7, -2.0, -0.9, 0, 0.8, 1.5, 2.1],
    [0.87, 0.885, 0.89, 0.89, 0.885, 0.85, 0.78],
  ),
  crease: raised(points([-2.6, -1.6, 0, 1.6, 2.4], [0.86, 0.85, 0.83, 0.81, 0.74]), LIFT),
  shoulderLean: 0.22,
  tumble: 0.2,
  cantRound: 0.16,
  noseZ: 0.62 + LIFT,
  noseUp: 1.6,
  noseRound: 0.24,
  tailZ: 0.9 + LIFT,
  tailUp: 0.5,
  tailgate: { x: -2.5, rake: 0.13 },
  window: { rear: -2.3, front: 1.6, lean: 0.22, kick: 0.02, rail: 0.14 },
  pillars: [
    [0.5, 0.05, 0.045],
    [-0.78, 0, 0.045],
  ],
  header: { front: 0.78, rear: -2.3 },
  doors: [
    raised(points([1.46, 1.5, 1.4, 0.5, 0.44], [0.34, 0.7, 1.3, 1.9, 0.34]), LIFT),
    raised(points([0.38, 0.42, -0.8, -0.82], [0.34, 1.9, 1.9, 0.34]), LIFT),
  ],
  handles: raised(points([0.62, 0.26], [0.86, 0.86]), LIFT),
  mirror: [1.3, 1.07, 1.1 + LIFT],
  seats: [0.55, -0.5, -1.5],
  front: { z: 0.71, width: 1, height: 0.96, lamp: 1.1 },
  cladding: 0.27,
  archTrim: 0,
  glassRoof: false,
  roofRails: false,
};
