import type { CarShape } from "../car-shape.ts";
import { points, raised } from "../drawing.ts";
import { saloon } from "./saloon.ts";

export const coupe: CarShape = {
  ...saloon,
  wheelbase: 2.74,
  noseX: 2.27,
  tailX: -2.3,
  cowlX: 0.82,
  ground: 0.145,
  wheel: { radius: 0.356, rim: 0.274, spokes: 10, fork: 0, spokeWidth: 0.0155, twist: -0.1 },
  track: 0.812,
  belt: points(
    [-2.4, -1.95, -1.35, -0.5, 0.3, 0.82, 1.35, 1.85, 2.2, 2.5],
    [0.955, 0.985, 0.97, 0.925, 0.893, 0.885, 0.85, 0.765, 0.675, 0.57],
  ),
  roof: points(
    [1.72, 0.88, 0.35, -0.05, -0.5, -1.0, -1.45, -1.9, -2.3],
    [0.49, 0.89, 1.15, 1.28, 1.338, 1.29, 1.16, 0.98, 0.8],
  ),
  plan: points(
    [-2.4, -1.8, -1.37, -0.4, 0.5, 1.37, 1.85, 2.3],
    [0.83, 0.925, 0.95, 0.932, 0.935, 0.938, 0.9, 0.825],
  ),
  cabinPlan: points(
    [-2.1, -1.5, -0.9, -0.1, 0.5, 0.95, 1.5],
    [0.54, 0.68, 0.775, 0.82, 0.805, 0.765, 0.69],
  ),
  crease: points([-2.4, -1.37, 0, 1.37, 2.2], [0.845, 0.835, 0.765, 0.735, 0.645]),
  shoulderLean: 0.46,
  scoop: 0.022,
  flare: 0.03,
  noseZ: 0.5,
  noseUp: 2.6,
  noseRound: 0.34,
  tailZ: 0.83,
  cabinMiddle: -0.4,
  tumble: 0.46,
  tailgate: { x: -2.2, rake: 0 },
  window: { rear: -1.42, front: 0.82, lean: 0, kick: 0.07, rail: 0.062 },
  pillars: [[-0.46, 0.02, 0.012]],
  header: { front: 0.05, rear: -1.0 },
  doors: [points([0.7, 0.76, 0.7, -0.55, -0.58, -0.45], [0.37, 0.66, 1.2, 1.5, 0.74, 0.37])],
  handles: points([-0.32], [0.815]),
  mirror: [0.5, 1.0, 0.965],
  seats: [-0.25],
  front: { z: 0.455, width: 1.02, height: 0.98, lamp: 0.95 },
  tailLamp: {
    outline: raised(saloon.tailLamp.outline, -0.05),
    light: raised(saloon.tailLamp.light, -0.05),
  },
  cladding: 0.225,
  trim: "glossblack",
};
