import { at, type Vec2 } from "./vector.ts";

const clamp = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v));

/** 0 before `from`, 1 after `to`, smooth between; `from` may be the larger. */
export function smoothstep(from: number, to: number, v: number): number {
  const t = clamp((v - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The larger of two distances with the corner between them rounded over `radius`. */
export function smoothMax(a: number, b: number, radius: number): number {
  const h = Math.max(radius - Math.abs(a - b), 0) / radius;
  return Math.max(a, b) + (h * h * h * radius) / 6;
}

export const smoothMin = (a: number, b: number, radius: number): number =>
  -smoothMax(-a, -b, radius);

/** max(v, 0) with its corner rounded over about `width`: the profile of a pressed crease. */
export const softRamp = (v: number, width: number): number =>
  v > 20 * width ? v : width * Math.log1p(Math.exp(v / width));

/** A bump of height 1 and the given width, centered on 0. */
export const bump = (v: number, width: number): number => Math.exp(-((v / width) ** 2));

export type Curve = (x: number) => number;

/** Natural cubic spline through points (x, value), straight beyond its ends. */
export function spline(points: readonly Vec2[]): Curve {
  const p = [...points].sort((a, b) => a[0] - b[0]);
  const last = p.length - 1;
  const gap = (i: number): number => at(p, i + 1)[0] - at(p, i)[0];
  const slope = (i: number): number => (at(p, i + 1)[1] - at(p, i)[1]) / gap(i);
  // Second derivatives from the tridiagonal system, solved forward then backward.
  const ratio = [0];
  const rest = [0];
  for (let i = 1; i < last; i++) {
    const pivot = 2 * (gap(i - 1) + gap(i)) - gap(i - 1) * at(ratio, i - 1);
    ratio.push(gap(i) / pivot);
    rest.push((6 * (slope(i) - slope(i - 1)) - gap(i - 1) * at(rest, i - 1)) / pivot);
  }
  const bend = new Array<number>(last + 1).fill(0);
  for (let i = last - 1; i > 0; i--) bend[i] = at(rest, i) - at(ratio, i) * at(bend, i + 1);
  const startSlope = slope(0) - (gap(0) * at(bend, 1)) / 6;
  const endSlope = slope(last - 1) + (gap(last - 1) * at(bend, last - 1)) / 6;
  const [startX, startY] = at(p, 0);
  const [endX, endY] = at(p, last);
  // Precomputed per piece: one picture evaluates a curve about ten million times.
  const pieces = p.slice(1).map(([to, y1], i) => {
    const [from, y0] = at(p, i);
    const h = to - from;
    return {
      to,
      h,
      y0,
      y1,
      bend0: (at(bend, i) * h * h) / 6,
      bend1: (at(bend, i + 1) * h * h) / 6,
    };
  });
  return (x) => {
    if (x <= startX) return startY + startSlope * (x - startX);
    for (const { to, h, y0, y1, bend0, bend1 } of pieces) {
      if (x > to) continue;
      const a = (to - x) / h;
      const b = 1 - a;
      return a * y0 + b * y1 + (a * a * a - a) * bend0 + (b * b * b - b) * bend1;
    }
    return endY + endSlope * (x - endX);
  };
}

/** Signed distance to a closed outline, negative inside, in the outline's units. */
export function outlineDistance(outline: readonly Vec2[]): (u: number, v: number) => number {
  const edges = outline.map((a, i) => [a, at(outline, (i + 1) % outline.length)] as const);
  return (u, v) => {
    let nearest = Infinity;
    let inside = false;
    for (const [a, b] of edges) {
      const eu = b[0] - a[0];
      const ev = b[1] - a[1];
      const t = clamp(((u - a[0]) * eu + (v - a[1]) * ev) / (eu * eu + ev * ev || 1), 0, 1);
      nearest = Math.min(nearest, (u - a[0] - eu * t) ** 2 + (v - a[1] - ev * t) ** 2);
      if (a[1] > v !== b[1] > v && u < a[0] + (eu * (v - a[1])) / ev) inside = !inside;
    }
    return (inside ? -1 : 1) * Math.sqrt(nearest);
  };
}
