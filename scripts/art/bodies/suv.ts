import type { CarShape } from "../car-shape.ts";
import { points, raised } from "../drawing.ts";
import { saloon } from "./saloon.ts";

const SUV_LIFT = 0.2;

export const suv: CarShape = {
  ...saloon,
  wheelbase: 2.93,
  noseX: 2.3,
  tailX: -2.42,
  cowlX: 1.02,
  lift: SUV_LIFT,
  ground: 0.225,
  cabinMiddle: -0.5,
  wheel: { radius: 0.392, rim: 0.284, spokes: 7, fork: 0.11, spokeWidth: 0.017, twist: 0 },
  archRadius: 0.43,
  track: 0.828,
  belt: raised(
    points(
      [-2.6, -2.1, -1.4, -0.5, 0.5, 1.02, 1.5, 2.0, 2.25, 2.5],
      [0.985, 1.0, 0.995, 0.975, 0.962, 0.96, 0.925, 0.86, 0.79, 0.7],
    ),
    SUV_LIFT,
  ),
  roof: raised(
    points(
      [1.85, 1.08, 0.62, 0.2, -0.35, -1.2, -1.9, -2.4, -2.8],
      [0.56, 0.965, 1.25, 1.43, 1.52, 1.515, 1.45, 1.385, 1.33],
    ),
    SUV_LIFT,
  ),
  plan: points(
    [-2.5, -1.95, -1.465, -0.5, 0.5, 1.465, 1.95, 2.35],
    [0.86, 0.935, 0.962, 0.962, 0.962, 0.958, 0.925, 0.865],
  ),
  cabinPlan: points(
    [-2.5, -1.8, -0.9, 0, 0.6, 1.1, 1.6],
    [0.775, 0.81, 0.85, 0.865, 0.85, 0.81, 0.74],
  ),
  crease: raised(points([-2.5, -1.465, 0, 1.465, 2.25], [0.875, 0.855, 0.83, 0.8, 0.74]), SUV_LIFT),
  shoulderLean: 0.36,
  scoop: 0.018,
  flare: 0.026,
  noseZ: 0.6 + SUV_LIFT,
  noseUp: 2.4,
  noseRound: 0.27,
  tailZ: 0.86 + SUV_LIFT,
  tumble: 0.36,
  tailgate: { x: -2.34, rake: 0.5 },
  rearScreen: "upright",
  window: { rear: -2.05, front: 1.02, lean: 0.55, kick: 0.03, rail: 0.08 },
  pillars: [
    [-0.13, 0.05, 0.036],
    [-1.2, -0.1, 0.03],
  ],
  header: { front: 0.3, rear: -1.85 },
  doors: [
    raised(points([0.86, 0.92, 0.86, -0.02, -0.08], [0.36, 0.7, 1.3, 1.7, 0.36]), SUV_LIFT),
    raised(
      points([-0.188, -0.128, -1.15, -1.13, -0.93, -0.84], [0.36, 1.7, 1.7, 0.95, 0.66, 0.36]),
      SUV_LIFT,
    ),
  ],
  handles: raised(points([0.06, -0.97], [0.865, 0.88]), SUV_LIFT),
  mirror: [0.74, 1.05, 1.05 + SUV_LIFT],
  seats: [-0.05, -0.95],
  front: { z: 0.735, width: 1.04, height: 1.02, lamp: 1.05 },
  tailLamp: {
    outline: raised(saloon.tailLamp.outline, SUV_LIFT),
    light: raised(saloon.tailLamp.light, SUV_LIFT),
  },
  cladding: 0.4,
  archTrim: 0.045,
  roofRails: true,
};
