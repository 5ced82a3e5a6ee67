import { expect, test } from "vitest";
import { carGeometry, carSkin } from "./car-geometry.ts";
import { BODIES, CAR_SHAPES, type Body } from "./car-shapes.ts";
import { carSurface } from "./car-surface.ts";
import { coveredCar } from "./covered-car.ts";
import { FACES } from "./faces.ts";
import type { Mesh } from "./mesh.ts";
import { at, cross, dot, length, subtract, type Vec3 } from "./vector.ts";
import { TYRE_HALF_WIDTH, wheel } from "./wheel.ts";

const COARSE = { along: 72, around: 40 };
const skins = new Map(BODIES.map((body) => [body, carSkin(body, COARSE)]));
const skinOf = (body: Body): Mesh => {
  const skin = skins.get(body);
  if (!skin) throw new Error(`no skin for ${body}`);
  return skin;
};

const corners = (mesh: Mesh): [Vec3, Vec3, Vec3][] =>
  mesh.triangles.map((t) => t.map((i) => at(mesh.vertices, i).p) as [Vec3, Vec3, Vec3]);

const range = (mesh: Mesh, axis: 0 | 1 | 2): { min: number; max: number } => {
  let min = Infinity;
  let max = -Infinity;
  for (const { p } of mesh.vertices) [min, max] = [Math.min(min, p[axis]), Math.max(max, p[axis])];
  return { min, max };
};

/** Number of edges without a triangle on both sides. Positions are compared to 0.1 mm. */
function openEdges(mesh: Mesh): number {
  const name = (p: Vec3): string => p.map((c) => Math.round(c * 1e4) + 0).join();
  const seen = new Map<string, number>();
  for (const triangle of corners(mesh)) {
    const names = triangle.map(name);
    for (const i of [0, 1, 2]) {
      const a = at(names, i);
      const b = at(names, (i + 1) % 3);
      if (a === b) continue;
      seen.set(
        a < b ? `${a}|${b}` : `${b}|${a}`,
        (seen.get(a < b ? `${a}|${b}` : `${b}|${a}`) ?? 0) + 1,
      );
    }
  }
  return [...seen.values()].filter((count) => count < 2).length;
}

test.each(BODIES)("the skin of the %s is closed", (body) => {
  expect(openEdges(skinOf(body))).toBe(0);
});

test.each(BODIES)("the %s stays within its dimensions", (body) => {
  const shape = CAR_SHAPES[body];
  const skin = skinOf(body);
  const x = range(skin, 0);
  const y = range(skin, 1);
  const z = range(skin, 2);
  const roof = Math.max(...shape.roof.map(([, height]) => height));
  expect(x.max).toBeLessThan(shape.noseX + 0.05);
  expect(x.min).toBeGreaterThan(shape.tailX - 0.05);
  expect(x.max - x.min).toBeGreaterThan(shape.noseX - shape.tailX - 0.1);
  expect(y.max).toBeLessThan(1.02);
  expect(y.max).toBeGreaterThan(0.88);
  expect(y.max).toBeCloseTo(-y.min, 6);
  expect(z.max).toBeLessThan(roof + 0.03);
  expect(z.max).toBeGreaterThan(roof - 0.05);
  expect(z.min).toBeGreaterThan(shape.ground - 0.02);
});

test.each(BODIES)("the %s has no long edges and no face against its normals", (body) => {
  const skin = skinOf(body);
  let longest = 0;
  let turned = 0;
  for (const [i, [a, b, c]] of corners(skin).entries()) {
    longest = Math.max(
      longest,
      length(subtract(b, a)),
      length(subtract(c, b)),
      length(subtract(a, c)),
    );
    const face = cross(subtract(b, a), subtract(c, a));
    const normals = at(skin.triangles, i).map((v) => at(skin.vertices, v).n);
    if (normals.some((n) => dot(face, n) < -0.3 * length(face))) turned++;
  }
  expect(longest).toBeLessThan(0.3);
  expect(turned / skin.triangles.length).toBeLessThan(0.005);
});

test.each(BODIES.map((body, index) => [body, index] as const))(
  "all pieces of the %s have finite positions and normals of length one",
  (body, index) => {
    const pieces = carGeometry(body, FACES[index % FACES.length]!, COARSE);
    for (const needed of [
      "paint",
      "glass",
      "lamp",
      "lampLight",
      "tailLight",
      "tyre",
      "rim",
      "gap",
      "bars",
    ] as const)
      expect(pieces.get(needed)?.triangles.length, needed).toBeGreaterThan(0);
    for (const [material, mesh] of pieces) {
      const odd = mesh.vertices.filter(
        ({ p, n }) => ![...p, ...n].every(Number.isFinite) || Math.abs(length(n) - 1) > 1e-3,
      );
      expect(odd.length, material).toBe(0);
      expect(range(mesh, 2).min, material).toBeGreaterThan(-0.001);
    }
  },
  20_000,
);

test.each(BODIES)(
  "the wheels of the %s stand on the road, inside the arches and the body",
  (body) => {
    const shape = CAR_SHAPES[body];
    const { distance } = carSurface(shape);
    expect(shape.wheel.radius).toBeLessThan(shape.archRadius - 0.015);
    expect(shape.archRadius - shape.wheel.radius).toBeLessThan(0.06);
    expect(shape.wheel.rim).toBeLessThan(shape.wheel.radius - 0.05);
    for (const x of [shape.wheelbase / 2, -shape.wheelbase / 2]) {
      const face: Vec3 = [
        x,
        shape.track + TYRE_HALF_WIDTH,
        shape.wheel.radius + shape.archRadius + 0.02,
      ];
      // The outer face of the tyre lies inside the fender above it, by 6 cm at most.
      expect(distance(face)).toBeLessThan(0.005);
      expect(distance([face[0], face[1] + 0.06, face[2]])).toBeGreaterThan(0);
    }
    expect(range(wheel(shape.wheel).tyre, 2).min).toBeCloseTo(-shape.wheel.radius, 2);
  },
);

test("the bodies differ in outline", () => {
  const height = (body: Body, x: number): number => {
    let top = 0;
    for (const { p } of skinOf(body).vertices)
      if (Math.abs(p[0] - x) < 0.12) top = Math.max(top, p[2]);
    return top;
  };
  const places = [-2.1, -1.6, -1.0, 0, 0.6, 1.6];
  for (const [i, one] of BODIES.entries())
    for (const other of BODIES.slice(i + 1)) {
      const most = Math.max(...places.map((x) => Math.abs(height(one, x) - height(other, x))));
      if (one === "coupe" && other === "convertible")
        expect(CAR_SHAPES[other].open && !CAR_SHAPES[one].open).toBe(true);
      else expect(most, `${one} and ${other}`).toBeGreaterThan(0.05);
    }
  // The feature that defines each body.
  expect(height("estate", -2.0)).toBeGreaterThan(height("saloon", -2.0) + 0.15);
  expect(height("suv", -0.4)).toBeGreaterThan(height("saloon", -0.4) + 0.2);
  expect(height("coupe", -0.4)).toBeLessThan(height("saloon", -0.4) - 0.08);
  expect(CAR_SHAPES.hatchback.noseX - CAR_SHAPES.hatchback.tailX).toBeLessThan(4.3);
});

test("each face has grilles and lamps of its own on the same body", () => {
  const fronts = FACES.map((face) => {
    const pieces = carGeometry("saloon", face, COARSE);
    return (["bars", "void", "lampLight"] as const).map((part) => range(pieces.get(part)!, 1).max);
  });
  expect(new Set(fronts.map(String)).size).toBe(FACES.length);
});

test("the cloth of the covered car hides the wheels and reaches almost to the road", () => {
  const cloth = coveredCar(COARSE);
  expect(openEdges(cloth)).toBe(0);
  const wheelFace = CAR_SHAPES.saloon.track + TYRE_HALF_WIDTH;
  expect(range(cloth, 1).max).toBeGreaterThan(wheelFace);
  expect(range(cloth, 2).min).toBeGreaterThan(0);
  expect(range(cloth, 2).min).toBeLessThan(0.1);
});
