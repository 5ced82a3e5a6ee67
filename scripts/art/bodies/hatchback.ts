import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { saloon } from "./saloon.ts";

export const hatchback: CarShape = {
  ...saloon,
  wheelbase: 2.68,
  noseX: 2.17,
  tailX: -2.03,
  cowlX: 0.92,
  cabinMiddle: -0.45,
  wheel: {
    ...saloon.wheel,
    radius: 0.345,
    rim: 0.252,
    spokes: 5,
    fork: 0,
    spokeWidth: 0.04,
    twist: 0.2,
  },
  archRadius: 0.374,
  track: 0.775,
  belt: points(
    [-2.2, -1.8, -1.2, -0.4, 0.4, 0.92, 1.4, 1.85, 2.13, 2.4],
    [0.985, 1.01, 1.0, 0.975, 0.957, 0.95, 0.905, 0.818, 0.73, 0.61],
  ),
  roof: points(
    [1.75, 0.98, 0.5, 0.12, -0.4, -1.1, -1.7, -2.1, -2.4],
    [0.56, 0.955, 1.24, 1.392, 1.47, 1.45, 1.375, 1.3, 1.25],
  ),
  plan: points(
    [-2.1, -1.7, -1.34, -0.5, 0.5, 1.34, 1.85, 2.25],
    [0.81, 0.875, 0.905, 0.905, 0.905, 0.898, 0.865, 0.8],
  ),
  cabinPlan: points(
    [-2.2, -1.6, -0.9, 0, 0.6, 1.05, 1.5],
    [0.7, 0.755, 0.805, 0.825, 0.812, 0.775, 0.71],
  ),
  crease: points([-2.1, -1.34, 0, 1.34, 2.15], [0.89, 0.868, 0.822, 0.775, 0.7]),
  tailgate: { x: -1.93, rake: 0.6 },
  rearScreen: "upright",
  window: { rear: -1.55, front: 0.93, lean: 0.55, kick: 0.05, rail: 0.075 },
  pillars: [
    [-0.2, 0.06, 0.034],
    [-1.13, -0.15, 0.026],
  ],
  header: { front: 0.2, rear: -1.45 },
  doors: [
    points([0.78, 0.84, 0.78, -0.09, -0.15], [0.4, 0.72, 1.3, 1.6, 0.4]),
    points([-0.258, -0.198, -1.08, -1.06, -0.88, -0.8], [0.4, 1.6, 1.6, 0.95, 0.7, 0.4]),
  ],
  handles: points([-0.02, -0.9], [0.857, 0.884]),
  mirror: [0.65, 0.99, 1.03],
  seats: [-0.1, -0.9],
  front: { z: 0.5, width: 0.97, height: 1, lamp: 1 },
  trim: "glossblack",
  roofRails: false,
};
