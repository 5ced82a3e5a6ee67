import type { Vec2 } from "./vector.ts";
import type { WheelShape } from "./wheel.ts";

/** A grille or intake, drawn in the front view (y, z) for the left half. */
export interface Grille {
  readonly outline: readonly Vec2[];
  /** Distance between bars, meters. */
  readonly pitch: number;
  readonly bars: "level" | "upright" | "none";
  readonly rim: "chrome" | "glossblack";
  /** Corner radius, meters. */
  readonly radius: number;
}

/** A headlamp, drawn for the left half on a plane turned to the side. */
interface Lamp {
  readonly outline: readonly Vec2[];
  readonly light: readonly Vec2[];
  readonly eyes: readonly Vec2[];
}

/** What looks ahead: lamps, grilles and intakes. */
export interface Face {
  readonly lamp: Lamp;
  readonly grilles: readonly Grille[];
}

/**
 * Dimensions of one body, in meters. x points forward from the middle of the wheelbase, z up from the
 * road. Curves are points (x, value). No real model is copied.
 */
export interface CarShape {
  readonly wheelbase: number;
  readonly noseX: number;
  readonly tailX: number;
  /** Where the hood meets the windshield. */
  readonly cowlX: number;
  /** How far the whole body is raised above the saloon's heights. */
  readonly lift: number;
  readonly ground: number;
  readonly wheel: WheelShape;
  readonly archRadius: number;
  /** Distance from the car's middle plane to the middle of each wheel. */
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
  /** The cabin's rear plane: x at the belt, and how far it moves forward per meter of height. */
  readonly tailgate: { readonly x: number; readonly rake: number };

  /** Side window from its rear corner to the mirror; its rear edge leans forward by `lean`, meters per meter. */
  readonly window: {
    readonly rear: number;
    readonly front: number;
    readonly lean: number;
    readonly kick: number;
    readonly rail: number;
  };
  /** Pillars across the side window: x at z = 1, lean, half width. */
  readonly pillars: readonly (readonly [x: number, lean: number, half: number])[];
  /** Where the roof starts behind the windshield, and where it ends at the rear window. */
  readonly header: { readonly front: number; readonly rear: number };
  readonly rearScreen: "sloped" | "upright";
  readonly doors: readonly (readonly Vec2[])[];
  readonly handles: readonly Vec2[];
  readonly mirror: readonly [number, number, number];
  readonly seats: readonly number[];
  /** The middle of the face above the road, and its width, height and height of lamps against the saloon's. */
  readonly front: {
    readonly z: number;
    readonly width: number;
    readonly height: number;
    readonly lamp: number;
  };
  readonly tailLamp: { readonly outline: readonly Vec2[]; readonly light: readonly Vec2[] };
  readonly trim: "chrome" | "glossblack";
  /** Plastic is unpainted below this height, and around the arches if `archTrim` is above 0. */
  readonly cladding: number;
  readonly archTrim: number;
  readonly glassRoof: boolean;
  readonly roofRails: boolean;
  readonly open: boolean;
}
