import { sheet, join, type Mesh, type Vertex } from "./mesh.ts";
import { add, at, cross, scale, subtract, unit, type Vec2, type Vec3 } from "./vector.ts";

/** A solid of revolution about the y axis from a profile of (radius, y) points, walked outside face first. */
export function lathe(profile: readonly Vec2[], sides: number): Mesh {
  const rows: Vertex[][] = [];
  for (let i = 0; i <= sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    rows.push(
      profile.map(([r, y], k) => {
        const [r0, y0] = at(profile, Math.max(0, k - 1));
        const [r1, y1] = at(profile, Math.min(profile.length - 1, k + 1));
        const nr = y1 - y0;
        const ny = r0 - r1;
        return { p: [r * c, y, r * s], n: unit([nr * c, ny, nr * s]) };
      }),
    );
  }
  return sheet(rows);
}

/** A pillow: a box whose corners are rounded (`round` 1 is an ellipsoid, near 0 a box), leaning back by `lean`. */
export function pillow(center: Vec3, half: Vec3, round: number, lean = 0, steps = 20): Mesh {
  const power = (v: number, e: number): number => Math.sign(v) * Math.abs(v) ** e;
  const rows: Vertex[][] = [];
  for (let i = 0; i <= steps; i++) {
    const latitude = -Math.PI / 2 + (Math.PI * i) / steps;
    const row: Vertex[] = [];
    for (let j = 0; j <= 2 * steps; j++) {
      const longitude = (Math.PI * j) / steps;
      const flat = Math.max(Math.cos(latitude), 0);
      const q: Vec3 = [
        power(flat, round) * power(Math.cos(longitude), round),
        power(flat, round) * power(Math.sin(longitude), round),
        power(Math.sin(latitude), round),
      ];
      const n: Vec3 = [
        (power(flat, 2 - round) * power(Math.cos(longitude), 2 - round)) / half[0],
        (power(flat, 2 - round) * power(Math.sin(longitude), 2 - round)) / half[1],
        power(Math.sin(latitude), 2 - round) / half[2],
      ];
      const z = q[2] * half[2];
      row.push({ p: add(center, [q[0] * half[0] - lean * z, q[1] * half[1], z]), n: unit(n) });
    }
    rows.push(row);
  }
  return sheet(rows);
}

/** A round bar of `radius` meters along a path of points. */
export function bar(path: readonly Vec3[], radius: number, squash = 1): Mesh {
  const rows = path.map((p, i) => {
    const ahead = unit(
      subtract(at(path, Math.min(i + 1, path.length - 1)), at(path, Math.max(i - 1, 0))),
    );
    const sideways = unit(cross(ahead, [0, 0, 1]));
    const upward = cross(sideways, ahead);
    const ring: Vertex[] = [];
    for (let k = 0; k <= 12; k++) {
      const angle = (2 * Math.PI * k) / 12;
      const n = add(scale(sideways, Math.cos(angle)), scale(upward, Math.sin(angle)));
      const out = add(
        scale(sideways, Math.cos(angle) * radius),
        scale(upward, Math.sin(angle) * radius * squash),
      );
      ring.push({ p: add(p, out), n });
    }
    return ring;
  });
  return sheet(rows);
}

/** A flat-faced strip between neighboring sections (lists of points of equal length); each face has its own normal. */
export function facets(
  sections: readonly (readonly Vec3[])[],
  inside: (row: number) => Vec3,
): Mesh {
  const faces: Mesh[] = [];
  for (let k = 0; k + 1 < sections.length; k++) {
    const near = at(sections, k);
    const far = at(sections, k + 1);
    for (let f = 0; f + 1 < near.length; f++) {
      const corners = [at(near, f), at(near, f + 1), at(far, f), at(far, f + 1)] as const;
      let n = unit(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0])));
      const outward = subtract(corners[0], inside(k));
      if (n[0] * outward[0] + n[1] * outward[1] + n[2] * outward[2] < 0) n = scale(n, -1);
      faces.push({
        vertices: corners.map((p) => ({ p, n })),
        triangles: [
          [0, 1, 2],
          [1, 3, 2],
        ],
      });
    }
  }
  return join(...faces);
}
