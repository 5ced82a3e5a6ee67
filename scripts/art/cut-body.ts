import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { outlineDistance, smoothstep } from "./curves.ts";
import { offset, split, type Mesh } from "./mesh.ts";
import type { SkinCut, Where } from "./skin-cut.ts";
import type { Vec3 } from "./vector.ts";

/** Cuts the wheel arches and adds their liners. */
export function cutArches(cut: SkinCut): void {
  const { shape, surface } = cut;
  for (const axle of [shape.wheelbase / 2, -shape.wheelbase / 2]) {
    const near: Where = (p) => p[1] > 0.45 && p[2] < 1.0 && Math.abs(p[0] - axle) < 0.62;
    const fromAxle = (p: Vec3): number => Math.hypot(p[0] - axle, p[2] - shape.wheel.radius);
    cut.take(near, (p) => fromAxle(p) - shape.archRadius);
    if (shape.archTrim > 0)
      cut.put(
        "plastic",
        offset(
          cut.take(near, (p) => fromAxle(p) - shape.archRadius - shape.archTrim),
          0.003,
        ),
      );
    cut.put("plastic", archLiner(shape, surface, axle));
  }
}

/** Cuts the shut lines of the doors, and their handles. */
export function cutDoors(cut: SkinCut): void {
  const { shape } = cut;
  const onSide: Where = (p, n) => p[1] > 0.4 && n[1] > 0.25 && p[2] < 1.5 + shape.lift;
  for (const outline of shape.doors) {
    const distance = outlineDistance(outline);
    cut.seam(onSide, (p) => distance(p[0], p[2]) - 0.05);
  }
  for (const [x, z] of shape.handles) {
    const field = (p: Vec3): number => {
      const qx = Math.abs(p[0] - x) - 0.1;
      const qz = Math.abs(p[2] - z - 0.02 * (x - p[0])) - 0.008;
      return Math.hypot(Math.max(qx, 0), Math.max(qz, 0)) + Math.min(Math.max(qx, qz), 0) - 0.009;
    };
    const nearHandle: Where = (p, n) =>
      onSide(p, n) && Math.abs(p[0] - x) < 0.25 && Math.abs(p[2] - z) < 0.12;
    const handle = split(
      cut.take(nearHandle, (p) => field(p) - 0.003),
      field,
    );
    cut.put("gap", offset(handle.outside, -0.006));
    cut.put("paint", offset(handle.inside, 0.005));
  }
}

/** Cuts the shut lines of the hood, at its sides and its front edge. */
export function cutHood(cut: SkinCut): void {
  const { shape, surface } = cut;
  const onHood: Where = (p, n) => n[2] > 0.35 && p[0] > shape.cowlX - 0.1 && !surface.onCabin(p);
  cut.seam(
    onHood,
    (p) =>
      p[1] -
      (surface.plan(p[0]) -
        0.115 -
        0.09 * smoothstep(shape.wheelbase / 2 - 0.1, shape.noseX, p[0])),
  );
  const onEdge: Where = (p, n) => n[2] > 0.2 && p[0] > shape.noseX - 0.6 && p[1] < 0.68;
  cut.seam(onEdge, (p) => p[0] - (shape.noseX - 0.12 - 0.26 * (p[1] / 0.9) ** 2.2));
}

/** The wheel arch's inner wall, from the panel inward. */
function archLiner(shape: CarShape, surface: CarSurface, axle: number): Mesh {
  const vertices: { p: Vec3; n: Vec3 }[] = [];
  const triangles: [number, number, number][] = [];
  const steps = 90;
  for (let k = 0; k <= steps; k++) {
    const angle = -0.42 + ((Math.PI + 0.84) * k) / steps;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const x = axle + c * shape.archRadius;
    const z = shape.wheel.radius + s * shape.archRadius;
    let y = 1.15;
    for (let step = 0; step < 60 && y > 0.3; step++) y -= surface.distance([x, y, z]) * 0.8;
    for (const depth of [0, 0.02, 0.32]) vertices.push({ p: [x, y - depth, z], n: [-c, 0, -s] });
    const first = 3 * (k - 1);
    if (k > 0)
      for (const row of [0, 1])
        triangles.push(
          [first + row, first + row + 3, first + row + 1],
          [first + row + 1, first + row + 3, first + row + 4],
        );
  }
  return { vertices, triangles };
}
