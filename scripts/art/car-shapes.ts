import type { Vec2 } from "./vector.ts";
import type { WheelShape } from "./wheel.ts";

export const BODIES = ["saloon", "estate", "hatchback", "suv", "coupe", "convertible"] as const;
export type Body = (typeof BODIES)[number];

/** A grille or intake, drawn in the front view (y, z) for the left half. */
export interface Grille {
  readonly outline: readonly Vec2[];
  /** Distance between bars, metres. */
  readonly pitch: number;
  readonly bars: "level" | "upright" | "none";
  readonly rim: "chrome" | "glossblack";
  /** Corner radius, metres. */
  readonly radius: number;
}

/**
 * One body's dimensions. Metres; x is forward from the middle of the wheelbase, z up from the road.
 * Curves are points (x, value). No real model is copied.
 */
export interface CarShape {
  readonly wheelbase: number;
  readonly noseX: number;
  readonly tailX: number;
  /** Where the bonnet meets the windscreen. */
  readonly cowlX: number;
  /** How far the whole body is raised over the saloon's heights. */
  readonly lift: number;
  readonly ground: number;
  readonly wheel: WheelShape;
  readonly archRadius: number;
  /** The wheels' middle planes lie this far from the car's. */
  readonly track: number;

  readonly belt: readonly Vec2[];
  readonly roof: readonly Vec2[];
  readonly plan: readonly Vec2[];
  readonly cabinPlan: readonly Vec2[];
  readonly crease: readonly Vec2[];
  readonly shoulderLean: number;
  readonly shoulderRound: number;
  readonly scoop: number;
  readonly flare: number;
  readonly crown: number;
  readonly noseZ: number;
  readonly noseUp: number;
  readonly noseRound: number;
  readonly tailZ: number;
  readonly tailUp: number;
  readonly cabinMiddle: number;
  readonly tumble: number;
  readonly roofCrown: number;
  readonly cantRound: number;
  /** The cabin's rear plane: x at the belt, and how far it moves forward for each metre up (negative: forward). */
  readonly tailgate: { readonly x: number; readonly rake: number };

  /** Side window from its rear corner to the mirror; its rear edge leans by `lean` metres a metre. */
  readonly window: {
    readonly rear: number;
    readonly front: number;
    readonly lean: number;
    readonly kick: number;
    readonly rail: number;
  };
  /** Pillars across the side window: x at z = 1, lean, half width. */
  readonly pillars: readonly (readonly [x: number, lean: number, half: number])[];
  /** Where the roof starts behind the windscreen, and where it ends before the rear screen. */
  readonly header: { readonly front: number; readonly rear: number };
  readonly rearScreen: "sloped" | "upright";
  readonly doors: readonly (readonly Vec2[])[];
  readonly handles: readonly Vec2[];
  readonly mirror: readonly [number, number, number];
  readonly seats: readonly number[];
  readonly lamp: {
    readonly outline: readonly Vec2[];
    readonly light: readonly Vec2[];
    readonly eyes: readonly Vec2[];
  };
  readonly grilles: readonly Grille[];
  readonly tailLamp: { readonly outline: readonly Vec2[]; readonly light: readonly Vec2[] };
  readonly trim: "chrome" | "glossblack";
  /** Unpainted plastic below this height, and round the arches if `archTrim`. */
  readonly cladding: number;
  readonly archTrim: number;
  readonly glassRoof: boolean;
  readonly roofRails: boolean;
  readonly open: boolean;
}

const raised = (points: readonly Vec2[], by: number): Vec2[] => points.map(([u, z]) => [u, z + by]);

const LAMP = {
  outline: [
    [0.45, 0.632],
    [0.6, 0.678],
    [0.8, 0.712],
    [1.03, 0.742],
    [1.05, 0.722],
    [0.93, 0.668],
    [0.7, 0.628],
    [0.5, 0.606],
  ],
  light: [
    [0.47, 0.631],
    [0.6, 0.67],
    [0.8, 0.703],
    [1.01, 0.731],
    [1.01, 0.7215],
    [0.8, 0.691],
    [0.61, 0.656],
    [0.495, 0.62],
  ],
  eyes: [
    [0.67, 0.65],
    [0.765, 0.668],
    [0.86, 0.684],
  ],
} as const satisfies CarShape["lamp"];

const INTAKES: readonly Grille[] = [
  {
    outline: [
      [-0.1, 0.335],
      [0.47, 0.335],
      [0.56, 0.285],
      [-0.1, 0.278],
    ],
    pitch: 0.03,
    bars: "level",
    rim: "glossblack",
    radius: 0.012,
  },
  {
    outline: [
      [0.6, 0.455],
      [0.765, 0.5],
      [0.785, 0.345],
      [0.665, 0.345],
    ],
    pitch: 0.04,
    bars: "level",
    rim: "glossblack",
    radius: 0.014,
  },
];

const saloon: CarShape = {
  wheelbase: 2.95,
  noseX: 2.34,
  tailX: -2.58,
  cowlX: 1.0,
  lift: 0,
  ground: 0.165,
  wheel: { radius: 0.358, rim: 0.268, spokes: 5, fork: 0.2, spokeWidth: 0.021, twist: 0 },
  archRadius: 0.388,
  track: 0.798,
  belt: [
    [-2.7, 1.0],
    [-2.2, 1.035],
    [-1.5, 1.02],
    [-0.5, 0.98],
    [0.5, 0.953],
    [1.0, 0.945],
    [1.5, 0.9],
    [2.0, 0.812],
    [2.3, 0.722],
    [2.6, 0.6],
  ],
  roof: [
    [1.85, 0.545],
    [1.05, 0.95],
    [0.55, 1.22],
    [0.15, 1.372],
    [-0.4, 1.452],
    [-1.0, 1.42],
    [-1.5, 1.285],
    [-2.0, 1.085],
    [-2.4, 0.9],
  ],
  plan: [
    [-2.6, 0.815],
    [-2.0, 0.9],
    [-1.475, 0.928],
    [-0.5, 0.928],
    [0.5, 0.928],
    [1.475, 0.922],
    [2.0, 0.888],
    [2.4, 0.825],
  ],
  cabinPlan: [
    [-2.4, 0.6],
    [-1.6, 0.73],
    [-0.9, 0.815],
    [0, 0.842],
    [0.6, 0.828],
    [1.1, 0.788],
    [1.6, 0.72],
  ],
  crease: [
    [-2.6, 0.89],
    [-1.475, 0.865],
    [0, 0.815],
    [1.475, 0.768],
    [2.3, 0.69],
  ],
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
    [
      [0.86, 0.4],
      [0.92, 0.72],
      [0.86, 1.3],
      [-0.02, 1.6],
      [-0.08, 0.4],
    ],
    [
      [-0.188, 0.4],
      [-0.128, 1.6],
      [-1.15, 1.6],
      [-1.13, 0.95],
      [-0.97, 0.7],
      [-0.9, 0.4],
    ],
  ],
  handles: [
    [0.06, 0.852],
    [-0.97, 0.882],
  ],
  mirror: [0.73, 1.02, 1.02],
  seats: [-0.05, -0.95],
  lamp: LAMP,
  grilles: [
    {
      outline: [
        [-0.1, 0.628],
        [0.37, 0.634],
        [0.43, 0.545],
        [0.35, 0.405],
        [-0.1, 0.395],
      ],
      pitch: 0.033,
      bars: "level",
      rim: "chrome",
      radius: 0.02,
    },
    ...INTAKES,
  ],
  tailLamp: {
    outline: [
      [-0.1, 0.885],
      [0.7, 0.89],
      [1.0, 0.915],
      [0.99, 0.85],
      [0.66, 0.815],
      [0.56, 0.835],
      [-0.1, 0.845],
    ],
    light: [
      [-0.1, 0.875],
      [0.68, 0.879],
      [0.96, 0.902],
      [0.96, 0.892],
      [0.68, 0.868],
      [-0.1, 0.865],
    ],
  },
  trim: "chrome",
  cladding: 0.245,
  archTrim: 0,
  glassRoof: true,
  roofRails: false,
  open: false,
};

const estate: CarShape = {
  ...saloon,
  tailX: -2.56,
  cabinMiddle: -0.6,
  wheel: { ...saloon.wheel, spokes: 10, fork: 0, spokeWidth: 0.017, twist: 0.12 },
  roof: [
    [1.85, 0.545],
    [1.05, 0.95],
    [0.55, 1.225],
    [0.15, 1.378],
    [-0.4, 1.462],
    [-1.2, 1.462],
    [-2.0, 1.405],
    [-2.5, 1.345],
    [-2.9, 1.29],
  ],
  cabinPlan: [
    [-2.6, 0.755],
    [-1.9, 0.795],
    [-0.9, 0.83],
    [0, 0.842],
    [0.6, 0.828],
    [1.1, 0.788],
    [1.6, 0.72],
  ],
  belt: [
    [-2.7, 0.985],
    [-2.2, 1.01],
    [-1.5, 1.005],
    [-0.5, 0.978],
    [0.5, 0.953],
    [1.0, 0.945],
    [1.5, 0.9],
    [2.0, 0.812],
    [2.3, 0.722],
    [2.6, 0.6],
  ],
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

const hatchback: CarShape = {
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
  belt: [
    [-2.2, 0.985],
    [-1.8, 1.01],
    [-1.2, 1.0],
    [-0.4, 0.975],
    [0.4, 0.957],
    [0.92, 0.95],
    [1.4, 0.905],
    [1.85, 0.818],
    [2.13, 0.73],
    [2.4, 0.61],
  ],
  roof: [
    [1.75, 0.56],
    [0.98, 0.955],
    [0.5, 1.24],
    [0.12, 1.392],
    [-0.4, 1.47],
    [-1.1, 1.45],
    [-1.7, 1.375],
    [-2.1, 1.3],
    [-2.4, 1.25],
  ],
  plan: [
    [-2.1, 0.81],
    [-1.7, 0.875],
    [-1.34, 0.905],
    [-0.5, 0.905],
    [0.5, 0.905],
    [1.34, 0.898],
    [1.85, 0.865],
    [2.25, 0.8],
  ],
  cabinPlan: [
    [-2.2, 0.7],
    [-1.6, 0.755],
    [-0.9, 0.805],
    [0, 0.825],
    [0.6, 0.812],
    [1.05, 0.775],
    [1.5, 0.71],
  ],
  crease: [
    [-2.1, 0.89],
    [-1.34, 0.868],
    [0, 0.822],
    [1.34, 0.775],
    [2.15, 0.7],
  ],
  tailgate: { x: -1.93, rake: 0.6 },
  rearScreen: "upright",
  window: { rear: -1.55, front: 0.93, lean: 0.55, kick: 0.05, rail: 0.075 },
  pillars: [
    [-0.2, 0.06, 0.034],
    [-1.13, -0.15, 0.026],
  ],
  header: { front: 0.2, rear: -1.45 },
  doors: [
    [
      [0.78, 0.4],
      [0.84, 0.72],
      [0.78, 1.3],
      [-0.09, 1.6],
      [-0.15, 0.4],
    ],
    [
      [-0.258, 0.4],
      [-0.198, 1.6],
      [-1.08, 1.6],
      [-1.06, 0.95],
      [-0.88, 0.7],
      [-0.8, 0.4],
    ],
  ],
  handles: [
    [-0.02, 0.857],
    [-0.9, 0.884],
  ],
  mirror: [0.65, 0.99, 1.03],
  seats: [-0.1, -0.9],
  grilles: [
    {
      outline: [
        [-0.1, 0.612],
        [0.44, 0.622],
        [0.455, 0.592],
        [0.42, 0.545],
        [-0.1, 0.535],
      ],
      pitch: 0.028,
      bars: "level",
      rim: "glossblack",
      radius: 0.014,
    },
    {
      outline: [
        [-0.1, 0.42],
        [0.44, 0.42],
        [0.53, 0.3],
        [-0.1, 0.285],
      ],
      pitch: 0.034,
      bars: "level",
      rim: "glossblack",
      radius: 0.016,
    },
    {
      outline: [
        [0.62, 0.43],
        [0.735, 0.47],
        [0.755, 0.335],
        [0.665, 0.335],
      ],
      pitch: 0.04,
      bars: "level",
      rim: "glossblack",
      radius: 0.014,
    },
  ],
  trim: "glossblack",
  roofRails: false,
};

const SUV_LIFT = 0.2;
const suv: CarShape = {
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
    [
      [-2.6, 0.985],
      [-2.1, 1.0],
      [-1.4, 0.995],
      [-0.5, 0.975],
      [0.5, 0.962],
      [1.02, 0.96],
      [1.5, 0.925],
      [2.0, 0.86],
      [2.25, 0.79],
      [2.5, 0.7],
    ],
    SUV_LIFT,
  ),
  roof: raised(
    [
      [1.85, 0.56],
      [1.08, 0.965],
      [0.62, 1.25],
      [0.2, 1.43],
      [-0.35, 1.52],
      [-1.2, 1.515],
      [-1.9, 1.45],
      [-2.4, 1.385],
      [-2.8, 1.33],
    ],
    SUV_LIFT,
  ),
  plan: [
    [-2.5, 0.86],
    [-1.95, 0.935],
    [-1.465, 0.962],
    [-0.5, 0.962],
    [0.5, 0.962],
    [1.465, 0.958],
    [1.95, 0.925],
    [2.35, 0.865],
  ],
  cabinPlan: [
    [-2.5, 0.775],
    [-1.8, 0.81],
    [-0.9, 0.85],
    [0, 0.865],
    [0.6, 0.85],
    [1.1, 0.81],
    [1.6, 0.74],
  ],
  crease: raised(
    [
      [-2.5, 0.875],
      [-1.465, 0.855],
      [0, 0.83],
      [1.465, 0.8],
      [2.25, 0.74],
    ],
    SUV_LIFT,
  ),
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
    raised(
      [
        [0.86, 0.36],
        [0.92, 0.7],
        [0.86, 1.3],
        [-0.02, 1.7],
        [-0.08, 0.36],
      ],
      SUV_LIFT,
    ),
    raised(
      [
        [-0.188, 0.36],
        [-0.128, 1.7],
        [-1.15, 1.7],
        [-1.13, 0.95],
        [-0.93, 0.66],
        [-0.84, 0.36],
      ],
      SUV_LIFT,
    ),
  ],
  handles: raised(
    [
      [0.06, 0.865],
      [-0.97, 0.88],
    ],
    SUV_LIFT,
  ),
  mirror: [0.74, 1.05, 1.05 + SUV_LIFT],
  seats: [-0.05, -0.95],
  lamp: {
    outline: raised(LAMP.outline, 0.235),
    light: raised(LAMP.light, 0.235),
    eyes: raised(LAMP.eyes, 0.235),
  },
  grilles: [
    {
      outline: raised(
        [
          [-0.1, 0.68],
          [0.4, 0.685],
          [0.44, 0.6],
          [0.37, 0.36],
          [-0.1, 0.345],
        ],
        SUV_LIFT,
      ),
      pitch: 0.05,
      bars: "upright",
      rim: "chrome",
      radius: 0.024,
    },
    {
      outline: raised(
        [
          [-0.1, 0.285],
          [0.5, 0.285],
          [0.58, 0.21],
          [-0.1, 0.2],
        ],
        SUV_LIFT,
      ),
      pitch: 0.034,
      bars: "level",
      rim: "glossblack",
      radius: 0.012,
    },
    {
      outline: raised(
        [
          [0.62, 0.46],
          [0.79, 0.51],
          [0.81, 0.33],
          [0.68, 0.32],
        ],
        SUV_LIFT,
      ),
      pitch: 0.04,
      bars: "level",
      rim: "glossblack",
      radius: 0.014,
    },
  ],
  tailLamp: {
    outline: raised(saloon.tailLamp.outline, SUV_LIFT),
    light: raised(saloon.tailLamp.light, SUV_LIFT),
  },
  cladding: 0.4,
  archTrim: 0.045,
  roofRails: true,
};

const coupe: CarShape = {
  ...saloon,
  wheelbase: 2.74,
  noseX: 2.27,
  tailX: -2.3,
  cowlX: 0.82,
  ground: 0.145,
  wheel: { radius: 0.356, rim: 0.274, spokes: 10, fork: 0, spokeWidth: 0.0155, twist: -0.1 },
  track: 0.812,
  belt: [
    [-2.4, 0.955],
    [-1.95, 0.985],
    [-1.35, 0.97],
    [-0.5, 0.925],
    [0.3, 0.893],
    [0.82, 0.885],
    [1.35, 0.85],
    [1.85, 0.765],
    [2.2, 0.675],
    [2.5, 0.57],
  ],
  roof: [
    [1.72, 0.49],
    [0.88, 0.89],
    [0.35, 1.15],
    [-0.05, 1.28],
    [-0.5, 1.338],
    [-1.0, 1.29],
    [-1.45, 1.16],
    [-1.9, 0.98],
    [-2.3, 0.8],
  ],
  plan: [
    [-2.4, 0.83],
    [-1.8, 0.925],
    [-1.37, 0.95],
    [-0.4, 0.932],
    [0.5, 0.935],
    [1.37, 0.938],
    [1.85, 0.9],
    [2.3, 0.825],
  ],
  cabinPlan: [
    [-2.1, 0.54],
    [-1.5, 0.68],
    [-0.9, 0.775],
    [-0.1, 0.82],
    [0.5, 0.805],
    [0.95, 0.765],
    [1.5, 0.69],
  ],
  crease: [
    [-2.4, 0.845],
    [-1.37, 0.835],
    [0, 0.765],
    [1.37, 0.735],
    [2.2, 0.645],
  ],
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
  doors: [
    [
      [0.7, 0.37],
      [0.76, 0.66],
      [0.7, 1.2],
      [-0.55, 1.5],
      [-0.58, 0.74],
      [-0.45, 0.37],
    ],
  ],
  handles: [[-0.32, 0.815]],
  mirror: [0.5, 1.0, 0.965],
  seats: [-0.25],
  lamp: {
    outline: raised(LAMP.outline, -0.045),
    light: raised(LAMP.light, -0.045),
    eyes: raised(LAMP.eyes, -0.045),
  },
  grilles: [
    {
      outline: [
        [-0.1, 0.535],
        [0.42, 0.525],
        [0.5, 0.44],
        [0.43, 0.355],
        [-0.1, 0.345],
      ],
      pitch: 0.03,
      bars: "upright",
      rim: "chrome",
      radius: 0.022,
    },
    {
      outline: [
        [-0.1, 0.285],
        [0.52, 0.285],
        [0.6, 0.245],
        [-0.1, 0.235],
      ],
      pitch: 0.03,
      bars: "level",
      rim: "glossblack",
      radius: 0.01,
    },
    {
      outline: [
        [0.62, 0.44],
        [0.79, 0.475],
        [0.8, 0.3],
        [0.665, 0.3],
      ],
      pitch: 0.04,
      bars: "level",
      rim: "glossblack",
      radius: 0.016,
    },
  ],
  tailLamp: {
    outline: raised(saloon.tailLamp.outline, -0.05),
    light: raised(saloon.tailLamp.light, -0.05),
  },
  cladding: 0.225,
  trim: "glossblack",
};

const convertible: CarShape = {
  ...coupe,
  wheel: { ...coupe.wheel, spokes: 5, fork: 0.16, spokeWidth: 0.02, twist: 0 },
  roof: [
    [1.72, 0.49],
    [0.88, 0.89],
    [0.35, 1.15],
    [-0.05, 1.27],
    [-0.5, 1.3],
    [-0.9, 1.2],
    [-1.2, 1.02],
    [-1.45, 0.85],
    [-1.9, 0.6],
  ],
  tailgate: { x: -1.42, rake: 0 },
  header: { front: 0.14, rear: -1.0 },
  trim: "chrome",
  glassRoof: false,
  open: true,
  grilles: [
    {
      outline: [
        [-0.1, 0.545],
        [0.36, 0.545],
        [0.42, 0.47],
        [0.36, 0.37],
        [-0.1, 0.36],
      ],
      pitch: 0.03,
      bars: "level",
      rim: "chrome",
      radius: 0.03,
    },
    ...coupe.grilles.slice(1),
  ],
};

export const CAR_SHAPES: Record<Body, CarShape> = {
  saloon,
  estate,
  hatchback,
  suv,
  coupe,
  convertible,
};
