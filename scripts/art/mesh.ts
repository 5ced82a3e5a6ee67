import { add, at, cross, dot, length, mix, scale, subtract, unit, type Vec3 } from "./vector.ts";

export interface Vertex {
  readonly p: Vec3;
  readonly n: Vec3;
}
type Triangle = readonly [number, number, number];
export interface Mesh {
  readonly vertices: readonly Vertex[];
  readonly triangles: readonly Triangle[];
}
/** A signed value on the surface; features are where it is negative. */
export type Field = (p: Vec3, n: Vec3) => number;

export function join(...meshes: readonly Mesh[]): Mesh {
  const vertices: Vertex[] = [];
  const triangles: Triangle[] = [];
  for (const mesh of meshes) {
    const first = vertices.length;
    for (const vertex of mesh.vertices) vertices.push(vertex);
    for (const [a, b, c] of mesh.triangles) triangles.push([a + first, b + first, c + first]);
  }
  return { vertices, triangles };
}

/** Moves a piece outward along its normals by `by` meters (inward if negative). */
export const offset = (mesh: Mesh, by: number): Mesh => ({
  vertices: mesh.vertices.map(({ p, n }) => ({ p: add(p, scale(n, by)), n })),
  triangles: mesh.triangles,
});

export const moved = (mesh: Mesh, by: Vec3): Mesh => ({
  vertices: mesh.vertices.map(({ p, n }) => ({ p: add(p, by), n })),
  triangles: mesh.triangles,
});

/** The same piece on the other side of the car. */
export const mirrored = (mesh: Mesh): Mesh => ({
  vertices: mesh.vertices.map(({ p, n }) => ({ p: [p[0], -p[1], p[2]], n: [n[0], -n[1], n[2]] })),
  triangles: mesh.triangles.map(([a, b, c]) => [a, c, b]),
});

/** A sheet of rows × columns vertices joined into triangles. */
export function sheet(rows: readonly (readonly Vertex[])[]): Mesh {
  const columns = at(rows, 0).length;
  const triangles: Triangle[] = [];
  for (let i = 0; i + 1 < rows.length; i++)
    for (let j = 0; j + 1 < columns; j++) {
      const a = i * columns + j;
      triangles.push([a, a + columns, a + 1], [a + 1, a + columns, a + columns + 1]);
    }
  return { vertices: rows.flat(), triangles };
}

/** Collects the vertices that one side of a cut uses. */
class Side {
  readonly vertices: Vertex[] = [];
  readonly triangles: Triangle[] = [];
  private readonly indexes = new Map<number | string, number>();

  take(key: number | string, vertex: Vertex): number {
    const seen = this.indexes.get(key);
    if (seen !== undefined) return seen;
    this.indexes.set(key, this.vertices.length);
    return this.vertices.push(vertex) - 1;
  }
}

/** Cuts a mesh along `field` = 0 through its triangles, so that edges are as smooth as the field. */
export function split(mesh: Mesh, field: Field): { inside: Mesh; outside: Mesh } {
  const values = mesh.vertices.map(({ p, n }) => field(p, n));
  const inside = new Side();
  const outside = new Side();
  const corner = (side: Side, i: number): number => side.take(i, at(mesh.vertices, i));
  const crossing = (side: Side, i: number, j: number): number => {
    const [low, high] = i < j ? [i, j] : [j, i];
    const a = at(mesh.vertices, low);
    const b = at(mesh.vertices, high);
    const t = at(values, low) / (at(values, low) - at(values, high));
    return side.take(`${low}-${high}`, { p: mix(a.p, b.p, t), n: unit(mix(a.n, b.n, t)) });
  };
  for (const triangle of mesh.triangles) {
    const within = triangle.map((i) => at(values, i) < 0);
    const count = within.filter(Boolean).length;
    if (count === 0 || count === 3) {
      const side = count ? inside : outside;
      const [a, b, c] = triangle;
      side.triangles.push([corner(side, a), corner(side, b), corner(side, c)]);
      continue;
    }
    const odd = within.indexOf(count === 1);
    const [i, j, k] = [0, 1, 2].map((step) => at(triangle, (odd + step) % 3)) as [
      number,
      number,
      number,
    ];
    const [lone, pair] = count === 1 ? [inside, outside] : [outside, inside];
    lone.triangles.push([corner(lone, i), crossing(lone, i, j), crossing(lone, i, k)]);
    pair.triangles.push(
      [crossing(pair, i, j), corner(pair, j), corner(pair, k)],
      [crossing(pair, i, j), corner(pair, k), crossing(pair, i, k)],
    );
  }
  return { inside, outside };
}

/** Sorts whole triangles by a test on their middle point and normal. */
export function partition(
  mesh: Mesh,
  test: (p: Vec3, n: Vec3) => boolean,
): { yes: Mesh; no: Mesh } {
  const yes = new Side();
  const no = new Side();
  for (const triangle of mesh.triangles) {
    const [a, b, c] = triangle.map((i) => at(mesh.vertices, i)) as [Vertex, Vertex, Vertex];
    const p = scale(add(add(a.p, b.p), c.p), 1 / 3);
    const side = test(p, unit(add(add(a.n, b.n), c.n))) ? yes : no;
    const [i, j, k] = triangle;
    side.triangles.push([side.take(i, a), side.take(j, b), side.take(k, c)]);
  }
  return { yes, no };
}

/** Drops needle triangles and unused vertices and winds every triangle to agree with its normals. */
export function tidy(mesh: Mesh): Mesh {
  const side = new Side();
  for (const triangle of mesh.triangles) {
    const [a, b, c] = triangle.map((i) => at(mesh.vertices, i)) as [Vertex, Vertex, Vertex];
    const face = cross(subtract(b.p, a.p), subtract(c.p, a.p));
    if (length(face) < 1e-12) continue;
    const [i, j, k] = triangle.map((v) => side.take(v, at(mesh.vertices, v))) as [
      number,
      number,
      number,
    ];
    side.triangles.push(dot(face, add(add(a.n, b.n), c.n)) < 0 ? [i, k, j] : [i, j, k]);
  }
  return { vertices: side.vertices, triangles: side.triangles };
}
