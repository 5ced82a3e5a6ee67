import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { outlineDistance, smoothMax, smoothstep } from "./curves.ts";
import { join, offset, partition, split, type Field } from "./mesh.ts";
import type { SkinCut, Where } from "./skin-cut.ts";
import type { Vec2, Vec3 } from "./vector.ts";

/** Cuts the side windows, their trim and the pillars across them. */
export function cutSideGlass(cut: SkinCut): void {
  const { shape, surface } = cut;
  const outline = windowOutline(shape, surface);
  const distance = outlineDistance(outline);
  const corner = 0.022;
  const onSideGlass: Where = (p, n) =>
    p[1] > 0.3 && n[1] > 0.42 && p[2] > 0.85 + shape.lift && surface.onCabin(p);
  const opening = cut.take(onSideGlass, (p) => distance(p[0], p[2]) - corner - 0.004);
  const edge = split(opening, (p) => distance(p[0], p[2]) + 0.009 - corner);
  let glass = edge.inside;
  if (!shape.open) cut.put(shape.trim, offset(edge.outside, 0.002));
  for (const [x, lean, half] of shape.pillars) {
    const across = (p: Vec3): number => Math.abs(p[0] - x - lean * (p[2] - 1 - shape.lift));
    const ahead = split(glass, (p) => p[0] - x - lean * (p[2] - 1 - shape.lift) - half);
    const post = split(ahead.inside, (p) => x + lean * (p[2] - 1 - shape.lift) - half - p[0]);
    if (!shape.open)
      cut.put("glossblack", partition(post.inside, (p) => across(p) < half + 0.001).yes);
    glass = join(post.outside, ahead.outside);
  }
  if (!shape.open) cut.put("glass", offset(glass, -0.005));
}

/** Cuts the windshield and the rear window, each with its black edge. */
export function cutScreens(cut: SkinCut): void {
  const { shape, surface } = cut;
  for (const front of [true, false]) {
    if (!front && shape.open) continue;
    const ahead = front ? 1 : -1;
    const upright = !front && shape.rearScreen === "upright";
    const onScreen: Where = (p, n) =>
      surface.onCabin(p) &&
      n[0] * ahead > (upright ? 0.5 : 0.12) &&
      n[2] > 0.05 &&
      p[2] > 0.86 + shape.lift &&
      (p[0] - shape.cabinMiddle) * ahead > 0;
    const gate = outlineDistance([
      [-0.7, 1.0 + shape.lift],
      [0.6, 1.0 + shape.lift],
      [0.52, 1.33 + shape.lift],
      [-0.7, 1.345 + shape.lift],
    ]);
    const field: Field = (p) => {
      if (upright) return gate(p[1], p[2]) - 0.03;
      const pillar = surface.sideness(p) + (front ? 0.035 : 0.06);
      const bow = -ahead * 0.16 * p[1] * p[1];
      const header = ((front ? shape.header.front : shape.header.rear) + bow - p[0]) * ahead;
      return smoothMax(smoothMax(pillar, header, 0.05), 0.022 - surface.body(p), 0.03);
    };
    const screen = split(cut.take(onScreen, field), (p, n) => field(p, n) + 0.022);
    cut.put("glossblack", offset(screen.outside, -0.002));
    cut.put("glass", offset(screen.inside, -0.003));
  }
}

export function cutGlassRoof(cut: SkinCut): void {
  const { shape, surface } = cut;
  const { front, rear } = shape.header;
  const onRoof: Where = (p, n) => surface.onCabin(p) && n[2] > 0.8;
  const field: Field = (p) => {
    const end = Math.max(p[0] - (front - 0.13), Math.max(rear + 0.18, front - 1.75) - p[0]);
    return smoothMax(surface.sideness(p) + 0.1, end, 0.08);
  };
  const roof = split(cut.take(onRoof, field), (p, n) => field(p, n) + 0.004);
  cut.put("gap", offset(roof.outside, -0.006));
  cut.put("glossblack", roof.inside);
}

/** Removes the roof and keeps the windshield frame. */
export function openRoof(cut: SkinCut): void {
  const { shape, surface } = cut;
  const cabin = split(cut.rest, (p) =>
    Math.max(surface.cabin(p) - surface.body(p) - 0.004, 0.8 + shape.lift - p[2]),
  );
  const frame = split(cabin.inside, (p) => shape.header.front - 0.05 - 0.16 * p[1] * p[1] - p[0]);
  cut.rest = join(cabin.outside, frame.inside);
}

/** The side window's outline in the side view, clipped by the leaning rear edge. */
function windowOutline(shape: CarShape, surface: CarSurface): Vec2[] {
  const upper: Vec2[] = [];
  const lower: Vec2[] = [];
  const { rear, front, lean, kick, rail } = shape.window;
  for (let k = 0; k <= 70; k++) {
    const x = rear + ((front - rear) * k) / 70;
    const low =
      surface.belt(x) - shape.crown * 0.4 + 0.004 + kick * smoothstep(rear + 0.3, rear, x);
    const rearEdge = lean > 0 ? low + 0.05 + (x - rear) / lean : Infinity;
    const high = Math.min(surface.roofAtSide(x) - rail, rearEdge);
    if (high - low < 0.012) continue;
    upper.push([x, high]);
    lower.push([x, low]);
  }
  return [...lower, ...upper.reverse()];
}
