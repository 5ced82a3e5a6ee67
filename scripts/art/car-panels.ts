import type { CarShape, Grille } from "./car-shapes.ts";
import type { CarSurface } from "./car-surface.ts";
import { outlineDistance, smoothMax, smoothstep } from "./curves.ts";
import { join, offset, partition, split, type Field, type Mesh } from "./mesh.ts";
import { bar } from "./solids.ts";
import type { Vec2, Vec3 } from "./vector.ts";

/** What a piece is made of; the renderer gives each its look. */
export type Material =
  | "paint"
  | "glass"
  | "chrome"
  | "glossblack"
  | "plastic"
  | "void"
  | "gap"
  | "bars"
  | "lamp"
  | "lampLight"
  | "lampEye"
  | "tailLamp"
  | "tailLight"
  | "tyre"
  | "rim"
  | "rimDark"
  | "disc"
  | "caliper"
  | "seat"
  | "trim";
export type Pieces = Map<Material, Mesh>;

export function put(pieces: Pieces, material: Material, mesh: Mesh): void {
  const known = pieces.get(material);
  pieces.set(material, known ? join(known, mesh) : mesh);
}

type Where = (p: Vec3, n: Vec3) => boolean;

/** Half the width of a shut line, metres. */
const GAP = 0.0028;

/** Cuts the left half of the skin into panels, glass, lamps and openings. */
export function carPanels(shape: CarShape, surface: CarSurface, skin: Mesh): Pieces {
  const pieces: Pieces = new Map();
  let rest = skin;

  /** Takes the part of `where` in which `field` is negative off the remaining skin. */
  const take = (where: Where, field: Field): Mesh => {
    const { yes, no } = partition(rest, where);
    const { inside, outside } = split(yes, field);
    rest = join(outside, no);
    return inside;
  };
  /** A shut line along `field` = 0, cut at both its edges so that it is never torn. */
  const seam = (where: Where, field: Field): void => {
    const { yes, no } = partition(rest, where);
    const inner = split(yes, (p, n) => field(p, n) + GAP);
    const outer = split(inner.outside, (p, n) => field(p, n) - GAP);
    put(pieces, "gap", offset(outer.inside, -0.007));
    rest = join(inner.inside, outer.outside, no);
  };
  const onSide: Where = (p, n) => p[1] > 0.4 && n[1] > 0.25 && p[2] < 1.5 + shape.lift;

  cutArches();
  const sill = take(
    () => true,
    (p) => p[2] - shape.cladding,
  );
  put(pieces, "plastic", sill);
  cutSideGlass();
  cutScreens();
  if (shape.open) openRoof();
  if (shape.glassRoof) cutGlassRoof();
  cutDoors();
  cutBonnet();
  cutHeadlamps();
  shape.grilles.forEach(cutGrille);
  cutTail();
  put(pieces, "paint", rest);
  return pieces;

  function cutArches(): void {
    for (const axle of [shape.wheelbase / 2, -shape.wheelbase / 2]) {
      const near: Where = (p) => p[1] > 0.45 && p[2] < 1.0 && Math.abs(p[0] - axle) < 0.62;
      const fromAxle = (p: Vec3): number => Math.hypot(p[0] - axle, p[2] - shape.wheel.radius);
      take(near, (p) => fromAxle(p) - shape.archRadius);
      if (shape.archTrim > 0)
        put(
          pieces,
          "plastic",
          offset(
            take(near, (p) => fromAxle(p) - shape.archRadius - shape.archTrim),
            0.003,
          ),
        );
      put(pieces, "plastic", archLiner(shape, surface, axle));
    }
  }

  function cutSideGlass(): void {
    const outline = windowOutline(shape, surface);
    const distance = outlineDistance(outline);
    const corner = 0.022;
    const onSideGlass: Where = (p, n) =>
      p[1] > 0.3 && n[1] > 0.42 && p[2] > 0.85 + shape.lift && surface.onCabin(p);
    const opening = take(onSideGlass, (p) => distance(p[0], p[2]) - corner - 0.004);
    const edge = split(opening, (p) => distance(p[0], p[2]) + 0.009 - corner);
    let glass = edge.inside;
    if (!shape.open) put(pieces, shape.trim, offset(edge.outside, 0.002));
    for (const [x, lean, half] of shape.pillars) {
      const across = (p: Vec3): number => Math.abs(p[0] - x - lean * (p[2] - 1 - shape.lift));
      const post = split(
        split(glass, (p) => p[0] - x - lean * (p[2] - 1 - shape.lift) - half).inside,
        (p) => x + lean * (p[2] - 1 - shape.lift) - half - p[0],
      );
      const { no } = partition(
        split(glass, (p) => p[0] - x - lean * (p[2] - 1 - shape.lift) - half).outside,
        () => false,
      );
      if (!shape.open)
        put(pieces, "glossblack", partition(post.inside, (p) => across(p) < half + 0.001).yes);
      glass = join(post.outside, no);
    }
    if (!shape.open) put(pieces, "glass", offset(glass, -0.005));
  }

  function cutScreens(): void {
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
      const screen = split(take(onScreen, field), (p, n) => field(p, n) + 0.022);
      put(pieces, "glossblack", offset(screen.outside, -0.002));
      put(pieces, "glass", offset(screen.inside, -0.003));
    }
  }

  function cutGlassRoof(): void {
    const { front, rear } = shape.header;
    const onRoof: Where = (p, n) => surface.onCabin(p) && n[2] > 0.8;
    const field: Field = (p) => {
      const end = Math.max(p[0] - (front - 0.13), Math.max(rear + 0.18, front - 1.75) - p[0]);
      return smoothMax(surface.sideness(p) + 0.1, end, 0.08);
    };
    const roof = split(take(onRoof, field), (p, n) => field(p, n) + 0.004);
    put(pieces, "gap", offset(roof.outside, -0.006));
    put(pieces, "glossblack", roof.inside);
  }

  function cutDoors(): void {
    for (const outline of shape.doors) {
      const distance = outlineDistance(outline);
      seam(onSide, (p) => distance(p[0], p[2]) - 0.05);
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
        take(nearHandle, (p) => field(p) - 0.003),
        field,
      );
      put(pieces, "gap", offset(handle.outside, -0.006));
      put(pieces, "paint", offset(handle.inside, 0.005));
    }
  }

  function cutBonnet(): void {
    const onBonnet: Where = (p, n) =>
      n[2] > 0.35 && p[0] > shape.cowlX - 0.1 && !surface.onCabin(p);
    seam(
      onBonnet,
      (p) =>
        p[1] -
        (surface.plan(p[0]) -
          0.115 -
          0.09 * smoothstep(shape.wheelbase / 2 - 0.1, shape.noseX, p[0])),
    );
    const onEdge: Where = (p, n) => n[2] > 0.2 && p[0] > shape.noseX - 0.6 && p[1] < 0.68;
    seam(onEdge, (p) => p[0] - (shape.noseX - 0.12 - 0.26 * (p[1] / 0.9) ** 2.2));
  }

  function cutHeadlamps(): void {
    // Drawn on a plane turned towards the side, so that the lamp wraps round the corner.
    const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
    const u = (p: Vec3): number => p[1] * c - (p[0] - shape.noseX) * s;
    const outline = outlineDistance(shape.lamp.outline);
    const light = outlineDistance(shape.lamp.light);
    const onCorner: Where = (p, n) =>
      p[0] > shape.noseX - 0.75 && n[0] * c + n[1] * s > 0.15 && p[2] > 0.4 && p[1] > 0.05;
    const edge = split(
      take(onCorner, (p) => outline(u(p), p[2]) - 0.012),
      (p) => outline(u(p), p[2]) - 0.007,
    );
    put(pieces, "gap", offset(edge.outside, -0.006));
    const strip = split(edge.inside, (p) => light(u(p), p[2]) - 0.0025);
    put(pieces, "lampLight", strip.inside);
    let glass = strip.outside;
    for (const [eu, ez] of shape.lamp.eyes) {
      const eye = split(glass, (p) =>
        Math.max(Math.abs(u(p) - eu) - 0.032, Math.abs(p[2] - ez) - 0.0125),
      );
      put(pieces, "lampEye", eye.inside);
      glass = eye.outside;
    }
    put(pieces, "lamp", offset(glass, -0.001));
  }

  function cutGrille(grille: Grille): void {
    const outline = outlineDistance(grille.outline);
    const field = (p: Vec3): number => outline(p[1], p[2]) - grille.radius;
    const onFace: Where = (p, n) => p[0] > shape.noseX - 0.75 && n[0] > 0.2;
    const rim = grille.rim === "chrome" ? 0.011 : 0.007;
    // A wall behind the bars, wider than the opening, so that nothing is seen through it from the side.
    put(
      pieces,
      "void",
      offset(split(partition(rest, onFace).yes, (p) => field(p) - 0.05).inside, -0.05),
    );
    const edge = split(take(onFace, field), (p) => field(p) + rim);
    put(pieces, grille.rim, offset(edge.outside, grille.rim === "chrome" ? 0.005 : -0.002));
    if (grille.bars === "none") return put(pieces, "void", offset(edge.inside, -0.03));
    // A bar is where the stripe wave is negative; a third of each pitch.
    const axis = grille.bars === "level" ? 2 : 1;
    const start = axis === 2 ? Math.min(...grille.outline.map(([, z]) => z)) : 0;
    const end = axis === 2 ? Math.max(...grille.outline.map(([, z]) => z)) + 0.05 : 0.95;
    let open = edge.inside;
    for (let level = start - 0.05; level < end; level += grille.pitch) {
      const slat = split(open, (p) => p[axis] - level - grille.pitch * 0.36);
      put(pieces, "bars", offset(slat.inside, -0.007));
      const hole = split(slat.outside, (p) => p[axis] - level - grille.pitch);
      put(pieces, "void", offset(hole.inside, -0.035));
      open = hole.outside;
    }
    put(pieces, "void", offset(open, -0.03));
  }

  function cutTail(): void {
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    const u = (p: Vec3): number => p[1] * c + (p[0] - shape.tailX) * s;
    const outline = outlineDistance(shape.tailLamp.outline);
    const light = outlineDistance(shape.tailLamp.light);
    const onStern: Where = (p, n) =>
      p[0] < shape.tailX + 0.75 && n[1] * s - n[0] * c > 0.15 && p[2] > 0.4;
    const edge = split(
      take(onStern, (p) => outline(u(p), p[2]) - 0.01),
      (p) => outline(u(p), p[2]) - 0.005,
    );
    put(pieces, "gap", offset(edge.outside, -0.005));
    const strip = split(edge.inside, (p) => light(u(p), p[2]) - 0.003);
    put(pieces, "tailLight", strip.inside);
    put(pieces, "tailLamp", offset(strip.outside, -0.001));
    const lid = outlineDistance([
      [-0.7, 1.4 + shape.lift],
      [0.6, 1.4 + shape.lift],
      [0.6, 0.74 + shape.lift],
      [0.52, 0.66 + shape.lift],
      [-0.7, 0.66 + shape.lift],
    ]);
    seam(
      (p, n) => p[0] < shape.tailX + 0.6 && n[0] < 0.3 && p[2] > 0.5,
      (p) => lid(p[1], p[2]),
    );
    const valance = outlineDistance([
      [-0.1, 0.37 + shape.lift],
      [0.62, 0.37 + shape.lift],
      [0.68, 0.24 + shape.lift],
      [-0.1, 0.24 + shape.lift],
    ]);
    put(
      pieces,
      "plastic",
      offset(
        take(
          (p, n) => p[0] < shape.tailX + 0.6 && n[0] < -0.2,
          (p) => valance(p[1], p[2]) - 0.02,
        ),
        -0.015,
      ),
    );
  }

  /** Lifts the roof off: what is left of the cabin is the windscreen's frame. */
  function openRoof(): void {
    const cabin = split(rest, (p) =>
      Math.max(surface.cabin(p) - surface.body(p) - 0.004, 0.8 + shape.lift - p[2]),
    );
    const frame = split(cabin.inside, (p) => shape.header.front - 0.05 - 0.16 * p[1] * p[1] - p[0]);
    rest = join(cabin.outside, frame.inside);
  }
}

/** The wheel arch's inner wall, from the panel inwards. */
function archLiner(shape: CarShape, surface: CarSurface, axle: number): Mesh {
  const vertices: { p: Vec3; n: Vec3 }[] = [];
  const triangles: [number, number, number][] = [];
  const steps = 90;
  for (let k = 0; k <= steps; k++) {
    const angle = -0.42 + ((Math.PI + 0.84) * k) / steps;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
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

/** Rails along both edges of the roof, on the left; empty where a car has none. */
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
