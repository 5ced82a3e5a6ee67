import { put, type Pieces } from "./car-pieces.ts";
import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { split, type Mesh } from "./mesh.ts";
import { bar, pillow } from "./solids.ts";
import type { Vec3 } from "./vector.ts";

/** The left mirror: a painted shell over a black foot. */
export function addMirror(pieces: Pieces, shape: CarShape): void {
  const [x, y, z] = shape.mirror;
  const shell = pillow([x, y, z], [0.075, 0.118, 0.068], 0.72);
  const shaped = {
    vertices: shell.vertices.map(({ p, n }) => {
      const out = (p[1] - y) / 0.118;
      const back = p[0] < x ? 0.35 : 1;
      return {
        p: [x + (p[0] - x) * back - 0.03 * out, p[1], z + (p[2] - z) * (1 - 0.15 * out)] as Vec3,
        n,
      };
    }),
    triangles: shell.triangles,
  };
  const cut = split(shaped, (p) => p[2] - (z - 0.03));
  put(pieces, "glossblack", cut.inside);
  put(pieces, "paint", cut.outside);
  put(
    pieces,
    "glossblack",
    bar(
      [
        [x + 0.03, y - 0.26, z - 0.1],
        [x + 0.015, y - 0.12, z - 0.066],
        [x, y - 0.02, z - 0.05],
      ],
      0.026,
      0.5,
    ),
  );
}

/** The left roof rail; undefined for a car without rails. */
export function roofRail(shape: CarShape, surface: CarSurface): Mesh | undefined {
  if (!shape.roofRails) return undefined;
  const path: Vec3[] = [];
  const from = shape.header.front - 0.25;
  const to = shape.header.rear + 0.1;
  for (let k = 0; k <= 40; k++) {
    const x = from + ((to - from) * k) / 40;
    const z = surface.roof(x);
    let y = 0.9;
    while (y > 0.3 && surface.sideness([x, y, z - 0.02]) > -0.035) y -= 0.004;
    const end = Math.min(k, 40 - k) / 3;
    let height = z + 0.1;
    for (let step = 0; step < 40; step++) height -= surface.distance([x, y, height]) * 0.8;
    path.push([x, y, height + 0.026 * Math.min(1, end) - 0.004]);
  }
  return bar(path, 0.013, 0.8);
}
