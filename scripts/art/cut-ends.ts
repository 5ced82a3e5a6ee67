import type { Face, Grille } from "./car-shape.ts";
import { outlineDistance } from "./curves.ts";
import { offset, partition, split } from "./mesh.ts";
import type { SkinCut, Where } from "./skin-cut.ts";
import type { Vec3 } from "./vector.ts";

/** Cuts the left headlamp with its light strip and eyes. */
export function cutHeadlamps(cut: SkinCut, { lamp }: Face): void {
  const { shape } = cut;
  // Drawn on a plane turned to the side, so that the lamp wraps around the corner.
  const c = Math.cos(0.6);
  const s = Math.sin(0.6);
  const u = (p: Vec3): number => p[1] * c - (p[0] - shape.noseX) * s;
  const outline = outlineDistance(lamp.outline);
  const light = outlineDistance(lamp.light);
  const onCorner: Where = (p, n) =>
    p[0] > shape.noseX - 0.75 && n[0] * c + n[1] * s > 0.15 && p[2] > 0.4 && p[1] > 0.05;
  const edge = split(
    cut.take(onCorner, (p) => outline(u(p), p[2]) - 0.012),
    (p) => outline(u(p), p[2]) - 0.007,
  );
  cut.put("gap", offset(edge.outside, -0.006));
  const strip = split(edge.inside, (p) => light(u(p), p[2]) - 0.0025);
  cut.put("lampLight", strip.inside);
  let glass = strip.outside;
  for (const [eu, ez] of lamp.eyes) {
    const eye = split(glass, (p) =>
      Math.max(Math.abs(u(p) - eu) - 0.032, Math.abs(p[2] - ez) - 0.0125),
    );
    cut.put("lampEye", eye.inside);
    glass = eye.outside;
  }
  cut.put("lamp", offset(glass, -0.001));
}

/** Cuts a grille or intake: rim, bars, and a dark wall behind them. */
export function cutGrille(cut: SkinCut, grille: Grille): void {
  const { shape } = cut;
  const outline = outlineDistance(grille.outline);
  const field = (p: Vec3): number => outline(p[1], p[2]) - grille.radius;
  const onFace: Where = (p, n) => p[0] > shape.noseX - 0.75 && n[0] > 0.2;
  const rim = grille.rim === "chrome" ? 0.011 : 0.007;
  // The wall is wider than the opening, to block the view from the side.
  cut.put(
    "void",
    offset(split(partition(cut.rest, onFace).yes, (p) => field(p) - 0.05).inside, -0.05),
  );
  const edge = split(cut.take(onFace, field), (p) => field(p) + rim);
  cut.put(grille.rim, offset(edge.outside, grille.rim === "chrome" ? 0.005 : -0.002));
  if (grille.bars === "none") return cut.put("void", offset(edge.inside, -0.03));
  // Bars fill 36% of each pitch; the rest is open.
  const axis = grille.bars === "level" ? 2 : 1;
  const start = axis === 2 ? Math.min(...grille.outline.map(([, z]) => z)) : 0;
  const end = axis === 2 ? Math.max(...grille.outline.map(([, z]) => z)) + 0.05 : 0.95;
  let open = edge.inside;
  for (let level = start - 0.05; level < end; level += grille.pitch) {
    const slat = split(open, (p) => p[axis] - level - grille.pitch * 0.36);
    cut.put("bars", offset(slat.inside, -0.007));
    const hole = split(slat.outside, (p) => p[axis] - level - grille.pitch);
    cut.put("void", offset(hole.inside, -0.035));
    open = hole.outside;
  }
  cut.put("void", offset(open, -0.03));
}

/** Cuts the tail lamp, the trunk lid and the valance below it. */
export function cutTail(cut: SkinCut): void {
  cutTailLamp(cut);
  cutTrunkLid(cut);
}

function cutTailLamp(cut: SkinCut): void {
  const { shape } = cut;
  const c = Math.cos(0.5);
  const s = Math.sin(0.5);
  const u = (p: Vec3): number => p[1] * c + (p[0] - shape.tailX) * s;
  const outline = outlineDistance(shape.tailLamp.outline);
  const light = outlineDistance(shape.tailLamp.light);
  const onTail: Where = (p, n) =>
    p[0] < shape.tailX + 0.75 && n[1] * s - n[0] * c > 0.15 && p[2] > 0.4;
  const edge = split(
    cut.take(onTail, (p) => outline(u(p), p[2]) - 0.01),
    (p) => outline(u(p), p[2]) - 0.005,
  );
  cut.put("gap", offset(edge.outside, -0.005));
  const strip = split(edge.inside, (p) => light(u(p), p[2]) - 0.003);
  cut.put("tailLight", strip.inside);
  cut.put("tailLamp", offset(strip.outside, -0.001));
}

function cutTrunkLid(cut: SkinCut): void {
  const { shape } = cut;
  const at = (heights: readonly number[], across: readonly number[]) =>
    outlineDistance(across.map((y, i) => [y, (heights[i] ?? 0) + shape.lift]));
  const lid = at([1.4, 1.4, 0.74, 0.66, 0.66], [-0.7, 0.6, 0.6, 0.52, -0.7]);
  cut.seam(
    (p, n) => p[0] < shape.tailX + 0.6 && n[0] < 0.3 && p[2] > 0.5,
    (p) => lid(p[1], p[2]),
  );
  const onStern: Where = (p, n) => p[0] < shape.tailX + 0.6 && n[0] < -0.2;
  /** Takes what an outline with rounded corners encloses. */
  const take = (outline: (y: number, z: number) => number, radius: number) =>
    cut.take(onStern, (p) => outline(p[1], p[2]) - radius);
  // Where a plate would be.
  const plate = at([0.575, 0.575, 0.485, 0.485], [-0.1, 0.25, 0.25, -0.1]);
  cut.put("gap", offset(take(plate, 0.01), -0.012));
  const pipe = at([0.315, 0.315, 0.28, 0.28], [0.45, 0.57, 0.57, 0.45]);
  const pipes = split(take(pipe, 0.016), (p) => pipe(p[1], p[2]) - 0.006);
  cut.put("chrome", offset(pipes.outside, 0.006));
  cut.put("void", offset(pipes.inside, -0.03));
  const valance = at([0.37, 0.37, 0.24, 0.24], [-0.1, 0.62, 0.68, -0.1]);
  cut.put("plastic", offset(take(valance, 0.02), -0.015));
}
