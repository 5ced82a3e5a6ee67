import { bump, smoothMax, smoothMin, smoothstep, softRamp, spline, type Curve } from "./curves.ts";
import type { CarShape } from "./car-shape.ts";
import { unit, type Vec3 } from "./vector.ts";

/**
 * The car as an implicit surface: signed distances in meters (approximate), negative inside.
 * Only the left half is drawn; the right is its mirror image.
 */
export interface CarSurface {
  readonly belt: Curve;
  readonly roof: Curve;
  readonly plan: Curve;
  /** The lower body: everything below the windows. */
  body(p: Vec3): number;
  /** The greenhouse: windows, pillars and roof. */
  cabin(p: Vec3): number;
  /** How far a cabin point is toward the side window (positive) or the roof and screens (negative). */
  sideness(p: Vec3): number;
  onCabin(p: Vec3): boolean;
  /** Height of the roof or screens at x, measured at the side windows. */
  roofAtSide(x: number): number;
  distance(p: Vec3): number;
  normal(p: Vec3): Vec3;
}

const SIDE_Y = 0.66;

export function carSurface(shape: CarShape): CarSurface {
  const belt = spline(shape.belt);
  const roof = spline(shape.roof);
  const plan = spline(shape.plan);
  const body = lowerBody(shape, belt, plan);
  const { cabin, sideness, roofAtSide } = greenhouse(shape, belt, roof);
  const distance = (p: Vec3): number => smoothMin(body(p), cabin(p), 0.03);

  return {
    belt,
    roof,
    plan,
    body,
    cabin,
    sideness,
    onCabin: (p) => cabin(p) < body(p) + 0.004,
    roofAtSide,
    distance,
    normal: ([x, y, z]) => {
      const e = 0.0015;
      return unit([
        distance([x + e, y, z]) - distance([x - e, y, z]),
        distance([x, y + e, z]) - distance([x, y - e, z]),
        distance([x, y, z + e]) - distance([x, y, z - e]),
      ]);
    },
  };
}

/** Half the width of the lower body at x and height z. */
function bodyHalfWidth(shape: CarShape, plan: Curve): (x: number, z: number) => number {
  const crease = spline(shape.crease);
  const { lift, wheel, archRadius } = shape;
  const axles = [shape.wheelbase / 2, -shape.wheelbase / 2];
  /** 1 between the wheels, 0 at them. */
  const betweenWheels = (x: number): number =>
    smoothstep(0, 0.45, Math.min((axles[0] ?? 0) - 0.3 - x, x - (axles[1] ?? 0) - 0.3));

  return (x, z) => {
    const line = crease(x);
    const middle = betweenWheels(x);
    let w = plan(x);
    w -= shape.shoulderLean * softRamp(z - line, 0.009);
    w -= 0.55 * softRamp(0.34 + lift * 0.6 - z, 0.03);
    w -= shape.scoop * bump(z - (line - 0.16), 0.1);
    // The lower door has a hollow above a blade that rises to the rear.
    const blade = 0.4 + lift * 0.7 + 0.05 * smoothstep(0.9, -0.9, x);
    w += 0.02 * middle * bump(z - blade, 0.06);
    w -= 0.01 * middle * bump(z - blade - 0.13, 0.09);
    for (const axle of axles) {
      const r = Math.hypot(x - axle, z - wheel.radius);
      w += shape.flare * bump(Math.max(r - archRadius, 0), 0.15);
    }
    return w;
  };
}

function lowerBody(shape: CarShape, belt: Curve, plan: Curve): CarSurface["body"] {
  const { noseX, tailX } = shape;
  const halfWidth = bodyHalfWidth(shape, plan);
  return ([x, y, z]) => {
    const ay = Math.abs(y);
    const side = (ay - halfWidth(x, z)) * 0.96;
    const across = ay / 0.9;
    const hood = smoothstep(shape.cowlX - 0.5, shape.cowlX + 0.1, x);
    let height =
      belt(x) - shape.crown * across ** 4 * (0.4 + 0.6 * hood) - 0.025 * hood * across ** 2;
    // Two pressed lines run from the pillars to the lamps.
    const pressed = ay - (0.4 + 0.13 * (noseX - x));
    height +=
      0.016 * hood * smoothstep(-0.03, 0.03, pressed) * smoothstep(noseX - 0.12, noseX - 0.6, x);
    const top = (z - height) * 0.97;
    const bottom = shape.ground - z;
    const up = z - shape.noseZ;
    const face = noseX - shape.noseRound * across ** 2.6 - (up > 0 ? shape.noseUp : 0.3) * up * up;
    // A shelf low on the face catches the light like a splitter.
    const front = (x - face - 0.018 * bump(z - (shape.ground + 0.115), 0.045)) * 0.93;
    const over = z - shape.tailZ;
    const stern = tailX + 0.22 * across ** 2.6 + (over > 0 ? shape.tailUp : 0.45) * over * over;
    // A small lip at the edge of the trunk.
    const rear = (stern - 0.02 * bump(over - 0.02, 0.05) - x) * 0.94;
    let d = smoothMax(side, top, shape.shoulderRound);
    d = smoothMax(d, bottom, 0.1);
    d = smoothMax(d, front, 0.18);
    return smoothMax(d, rear, 0.13);
  };
}

interface Greenhouse {
  cabin(p: Vec3): number;
  sideness(p: Vec3): number;
  roofAtSide(x: number): number;
}

function greenhouse(shape: CarShape, belt: Curve, roof: Curve): Greenhouse {
  const cabinPlan = spline(shape.cabinPlan);
  const { lift } = shape;
  /** Windshield and rear window are bowed: away from the car's middle, the roof profile is read farther out. */
  const bowed = (x: number, y: number): number => {
    const end = Math.tanh((x - shape.cabinMiddle) / 0.5);
    return x + end * 0.19 * ((y * y) / 0.6);
  };
  const cabinSides = ([x, y, z]: Vec3): { side: number; top: number } => {
    const ay = Math.abs(y);
    const up = z - 0.95 - lift;
    const side = (ay - (cabinPlan(x) - shape.tumble * up - 0.12 * Math.max(up, 0) ** 2)) * 0.9;
    const xs = bowed(x, y);
    const slope = (roof(xs + 0.01) - roof(xs - 0.01)) / 0.02;
    const top = (z - (roof(xs) - shape.roofCrown * ((ay * ay) / 0.5))) / Math.hypot(1, slope);
    return { side, top };
  };
  const cabin = (p: Vec3): number => {
    const { side, top } = cabinSides(p);
    let d = smoothMax(side, top, shape.cantRound);
    const { tailgate } = shape;
    const gate =
      (tailgate.x + tailgate.rake * (p[2] - 1 - lift) + 0.14 * p[1] * p[1] - p[0]) /
      Math.hypot(1, tailgate.rake);
    d = smoothMax(d, gate, 0.09);
    // Bounded below the belt: the splines continue there and would grow fins.
    return Math.max(d, belt(p[0]) - 0.13 - p[2]);
  };
  return {
    cabin,
    sideness: (p) => {
      const { side, top } = cabinSides(p);
      return side - top;
    },
    roofAtSide: (x) => roof(bowed(x, SIDE_Y)) - shape.roofCrown * ((SIDE_Y * SIDE_Y) / 0.5),
  };
}
