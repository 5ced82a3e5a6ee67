import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { sheet, type Mesh, type Vertex } from "./mesh.ts";
import { unit, type Vec3 } from "./vector.ts";

/** How finely the skin is sampled: rays along the car and rays from its floor to its roof. */
export interface SkinGrid {
  readonly along: number;
  readonly around: number;
}

/**
 * The left half of the skin, found with rays from a spine inside the car: straight rows between the
 * ends of the spine, and a quarter turn around each end. The skin closes on the middle plane.
 */
export function surfaceSkin(shape: CarShape, surface: CarSurface, grid: SkinGrid): Mesh {
  const rear = shape.tailX + 0.75;
  const front = shape.noseX - 0.75;
  const spineZ = 0.6 + shape.lift;
  const turn = Math.floor(grid.along * 0.17);
  const rows: Vertex[][] = [];
  for (let i = 0; i <= grid.along; i++) {
    const straight = (i - turn) / (grid.along - 2 * turn);
    const x = rear + (front - rear) * Math.min(1, Math.max(0, straight));
    const yaw =
      i < turn
        ? (i / turn - 1) * (Math.PI / 2)
        : i > grid.along - turn
          ? ((i - grid.along + turn) / turn) * (Math.PI / 2)
          : 0;
    const row: Vertex[] = [];
    for (let j = 0; j <= grid.around; j++) {
      const pitch = -Math.PI / 2 + (Math.PI * j) / grid.around;
      const flat = Math.cos(yaw);
      const direction: Vec3 = [Math.sin(yaw), flat * Math.cos(pitch), flat * Math.sin(pitch)];
      const onMiddle = j === 0 || j === grid.around;
      row.push(hit(surface, [x, 0, spineZ], direction, onMiddle));
    }
    rows.push(row);
  }
  return sheet(rows);
}

function hit(surface: CarSurface, origin: Vec3, direction: Vec3, onMiddle: boolean): Vertex {
  const along = (t: number): Vec3 => [
    origin[0] + direction[0] * t,
    origin[1] + direction[1] * t,
    origin[2] + direction[2] * t,
  ];
  let t = 1.8;
  for (let step = 0; step < 70; step++) {
    const d = surface.distance(along(t));
    t -= d * 0.8;
    if (Math.abs(d) < 1e-5 || t < 0.02) break;
  }
  let inner = t - 0.02;
  let outer = t + 0.02;
  for (let step = 0; step < 14; step++) {
    const middle = (inner + outer) / 2;
    if (surface.distance(along(middle)) > 0) outer = middle;
    else inner = middle;
  }
  const [x, y, z] = along((inner + outer) / 2);
  const p: Vec3 = [x, onMiddle ? 0 : y, z];
  const n = surface.normal(p);
  return { p, n: onMiddle ? unit([n[0], 0, n[2]]) : n };
}
