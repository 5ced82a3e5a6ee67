import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";
import { saloon } from "./saloon.ts";

export const estate: CarShape = {
  ...saloon,
  tailX: -2.56,
  cabinMiddle: -0.6,
  wheel: { ...saloon.wheel, spokes: 10, fork: 0, spokeWidth: 0.017, twist: 0.12 },
  roof: points(
    [1.85, 1.05, 0.55, 0.15, -0.4, -1.2, -2.0, -2.5, -2.9],
    [0.545, 0.95, 1.225, 1.378, 1.462, 1.462, 1.405, 1.345, 1.29],
  ),
  cabinPlan: points(
    [-2.6, -1.9, -0.9, 0, 0.6, 1.1, 1.6],
    [0.755, 0.795, 0.83, 0.842, 0.828, 0.788, 0.72],
  ),
  belt: points(
    [-2.7, -2.2, -1.5, -0.5, 0.5, 1.0, 1.5, 2.0, 2.3, 2.6],
    [0.985, 1.01, 1.005, 0.978, 0.953, 0.945, 0.9, 0.812, 0.722, 0.6],
  ),
  tailgate: { x: -2.5, rake: 0.62 },
  rearScreen: "upright",
  window: { rear: -2.22, front: 1.0, lean: 0.75, kick: 0.03, rail: 0.075 },
  pillars: [
    [-0.13, 0.06, 0.034],
    [-1.2, -0.18, 0.028],
  ],
  header: { front: 0.25, rear: -2.0 },
  roofRails: true,
};
