import { join, type Mesh } from "./mesh.ts";
import { facets, lathe } from "./solids.ts";
import { bump } from "./curves.ts";
import type { Vec2, Vec3 } from "./vector.ts";

export interface WheelShape {
  /** Tyre radius, meters. */
  readonly radius: number;
  /** Rim radius, meters. */
  readonly rim: number;
  readonly spokes: number;
  /** Half the angle between the two arms of a spoke, radians; 0 for single spokes. */
  readonly fork: number;
  /** Half a spoke's width at the rim, meters. */
  readonly spokeWidth: number;
  /** How far a spoke turns around the wheel from hub to rim, radians. */
  readonly twist: number;
}

type WheelPart = "tyre" | "rim" | "rimDark" | "void" | "disc" | "caliper";

/** Half the tyre's width, meters. */
export const TYRE_HALF_WIDTH = 0.122;

/** One wheel about the origin, its outer face at +y. */
export function wheel(shape: WheelShape): Record<WheelPart, Mesh> {
  const { rim } = shape;
  const face = TYRE_HALF_WIDTH;
  const tyre: Vec2[] = [];
  for (let k = 0; k <= 28; k++) {
    const angle = Math.PI / 2 - (Math.PI * k) / 28;
    const c = Math.max(Math.cos(angle), 0);
    const s = Math.sin(angle);
    const groove = [-0.05, 0, 0.05].reduce((sum, y) => sum + 0.006 * bump(face * s - y, 0.006), 0);
    tyre.push([
      rim + (shape.radius - rim) * c ** 0.42 - groove * c,
      face * Math.sign(s) * Math.abs(s) ** 0.5,
    ]);
  }
  const lip: Vec2[] = [
    [rim + 0.008, face - 0.012],
    [rim + 0.008, face],
    [rim + 0.001, face + 0.003],
    [rim - 0.009, face],
    [rim - 0.014, face - 0.014],
  ];
  const barrel: Vec2[] = [
    [rim - 0.014, face - 0.014],
    [rim - 0.026, face - 0.05],
    [rim - 0.03, -0.1],
  ];
  const disc: Vec2[] = [
    [rim * 0.8, -0.012],
    [rim * 0.8, 0],
    [rim * 0.38, 0],
    [rim * 0.36, 0.008],
    [0, 0.008],
  ];
  const hub: Vec2[] = [
    [0.078, face - 0.12],
    [0.074, face - 0.078],
    [0.064, face - 0.068],
    [0.036, face - 0.066],
    [0.033, face - 0.058],
    [0.028, face - 0.055],
    [0, face - 0.054],
  ];
  const arms: Mesh[] = [];
  for (let i = 0; i < shape.spokes; i++) {
    const angle = Math.PI / 2 + (2 * Math.PI * i) / shape.spokes;
    const forks = shape.fork > 0 ? [-1, 1] : [0];
    for (const side of forks)
      arms.push(
        spoke(shape, angle + side * shape.fork * 0.45, angle + side * shape.fork + shape.twist),
      );
  }
  return {
    tyre: lathe(tyre, 96),
    rim: join(lathe(lip, 96), lathe(hub, 48), ...arms),
    rimDark: lathe(barrel, 96),
    void: lathe(
      [
        [rim - 0.03, -0.09],
        [0, -0.095],
      ],
      48,
    ),
    disc: lathe(disc, 64),
    caliper: caliper(rim),
  };
}

function spoke(shape: WheelShape, from: number, to: number): Mesh {
  const steps = 14;
  const start = 0.05;
  const end = shape.rim - 0.01;
  const sections: Vec3[][] = [];
  const cores: Vec3[] = [];
  for (let k = 0; k <= steps; k++) {
    const t = k / steps;
    const r = start + (end - start) * t;
    const angle = from + (to - from) * t;
    const half = shape.spokeWidth * (1.2 - 0.2 * t) + 0.01 * t ** 6 + 0.012 * (1 - t) ** 4;
    const y = TYRE_HALF_WIDTH - 0.024 - 0.042 * (1 - t) + 0.02 * t * t;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const outline: Vec2[] = [
      [-half * 1.15, y - 0.05],
      [-half, y - 0.01],
      [-half * 0.66, y],
      [half * 0.66, y],
      [half, y - 0.01],
      [half * 1.15, y - 0.05],
    ];
    sections.push(outline.map(([q, depth]): Vec3 => [r * c - s * q, depth, r * s + c * q]));
    cores.push([r * c, y - 0.04, r * s]);
  }
  return facets(sections, (row) => cores[row] ?? [0, 0, 0]);
}

function caliper(rim: number): Mesh {
  const outline: Vec2[] = [
    [0.86, 0],
    [0.86, 0.03],
    [0.8, 0.038],
    [0.57, 0.038],
    [0.54, 0],
  ];
  const sections: Vec3[][] = [];
  const cores: Vec3[] = [];
  for (let i = 0; i <= 14; i++) {
    const angle = 0.45 + (0.8 * i) / 14;
    const c = -Math.cos(angle);
    const s = Math.sin(angle);
    sections.push(outline.map(([r, y]): Vec3 => [r * rim * c, y, r * rim * s]));
    cores.push([0.7 * rim * c, 0.01, 0.7 * rim * s]);
  }
  return facets(sections, (row) => cores[row] ?? [0, 0, 0]);
}
