import type { CarShape } from "../car-shape.ts";
import { points } from "../drawing.ts";

export const LAMP: CarShape["lamp"] = {
  outline: points(
    [0.45, 0.6, 0.8, 1.03, 1.05, 0.93, 0.7, 0.5],
    [0.632, 0.678, 0.712, 0.742, 0.722, 0.668, 0.628, 0.606],
  ),
  light: points(
    [0.47, 0.6, 0.8, 1.01, 1.01, 0.8, 0.61, 0.495],
    [0.631, 0.67, 0.703, 0.731, 0.7215, 0.691, 0.656, 0.62],
  ),
  eyes: points([0.67, 0.765, 0.86], [0.65, 0.668, 0.684]),
};

const INTAKES: CarShape["grilles"] = [
  {
    outline: points([-0.1, 0.47, 0.56, -0.1], [0.335, 0.335, 0.285, 0.278]),
    pitch: 0.03,
    bars: "level",
    rim: "glossblack",
    radius: 0.012,
  },
  {
    outline: points([0.6, 0.765, 0.785, 0.665], [0.455, 0.5, 0.345, 0.345]),
    pitch: 0.04,
    bars: "level",
    rim: "glossblack",
    radius: 0.014,
  },
];

export const saloon: CarShape = {
  wheelbase: 2.95,
  noseX: 2.34,
  tailX: -2.58,
  cowlX: 1.0,
  lift: 0,
  ground: 0.165,
  wheel: { radius: 0.358, rim: 0.268, spokes: 5, fork: 0.2, spokeWidth: 0.021, twist: 0 },
  archRadius: 0.388,
  track: 0.798,
  belt: points(
    [-2.7, -2.2, -1.5, -0.5, 0.5, 1.0, 1.5, 2.0, 2.3, 2.6],
    [1.0, 1.035, 1.02, 0.98, 0.953, 0.945, 0.9, 0.812, 0.722, 0.6],
  ),
  roof: points(
    [1.85, 1.05, 0.55, 0.15, -0.4, -1.0, -1.5, -2.0, -2.4],
    [0.545, 0.95, 1.22, 1.372, 1.452, 1.42, 1.285, 1.085, 0.9],
  ),
  plan: points(
    [-2.6, -2.0, -1.475, -0.5, 0.5, 1.475, 2.0, 2.4],
    [0.815, 0.9, 0.928, 0.928, 0.928, 0.922, 0.888, 0.825],
  ),
  cabinPlan: points(
    [-2.4, -1.6, -0.9, 0, 0.6, 1.1, 1.6],
    [0.6, 0.73, 0.815, 0.842, 0.828, 0.788, 0.72],
  ),
  crease: points([-2.6, -1.475, 0, 1.475, 2.3], [0.89, 0.865, 0.815, 0.768, 0.69]),
  shoulderLean: 0.4,
  shoulderRound: 0.065,
  scoop: 0.017,
  flare: 0.021,
  crown: 0.05,
  noseZ: 0.55,
  noseUp: 3.0,
  noseRound: 0.3,
  tailZ: 0.86,
  tailUp: 1.3,
  cabinMiddle: -0.3,
  tumble: 0.42,
  roofCrown: 0.04,
  cantRound: 0.12,
  tailgate: { x: -2.46, rake: 0 },
  window: { rear: -1.84, front: 1.0, lean: 0, kick: 0.055, rail: 0.07 },
  pillars: [
    [-0.13, 0.06, 0.034],
    [-1.2, -0.3, 0.02],
  ],
  header: { front: 0.25, rear: -1.1 },
  rearScreen: "sloped",
  doors: [
    points([0.86, 0.92, 0.86, -0.02, -0.08], [0.4, 0.72, 1.3, 1.6, 0.4]),
    points([-0.188, -0.128, -1.15, -1.13, -0.97, -0.9], [0.4, 1.6, 1.6, 0.95, 0.7, 0.4]),
  ],
  handles: points([0.06, -0.97], [0.852, 0.882]),
  mirror: [0.73, 1.02, 1.02],
  seats: [-0.05, -0.95],
  lamp: LAMP,
  grilles: [
    {
      outline: points([-0.1, 0.37, 0.43, 0.35, -0.1], [0.628, 0.634, 0.545, 0.405, 0.395]),
      pitch: 0.033,
      bars: "level",
      rim: "chrome",
      radius: 0.02,
    },
    ...INTAKES,
  ],
  tailLamp: {
    outline: points(
      [-0.1, 0.7, 1.0, 0.99, 0.66, 0.56, -0.1],
      [0.885, 0.89, 0.915, 0.85, 0.815, 0.835, 0.845],
    ),
    light: points([-0.1, 0.68, 0.96, 0.96, 0.68, -0.1], [0.875, 0.879, 0.902, 0.892, 0.868, 0.865]),
  },
  trim: "chrome",
  cladding: 0.245,
  archTrim: 0,
  glassRoof: true,
  roofRails: false,
  open: false,
};
