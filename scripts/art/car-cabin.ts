import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { put, type Pieces } from "./car-pieces.ts";
import { sheet, type Vertex } from "./mesh.ts";
import { bar, pillow } from "./solids.ts";
import { add, type Vec3 } from "./vector.ts";

/** Seats, dashboard and steering wheel, on both sides. */
export function addCabin(pieces: Pieces, shape: CarShape, surface: CarSurface): void {
  const { lift } = shape;
  const seatMaterial = shape.open ? "seat" : "trim";
  // A low car has lower seats.
  const low = shape.open ? -0.12 : Math.min(0, surface.roof(-0.5) - lift - 1.45);
  for (const x of shape.seats)
    for (const y of [-0.37, 0.37]) {
      put(pieces, seatMaterial, pillow([x, y, 0.86 + lift + low], [0.085, 0.245, 0.31], 0.5, 0.28));
      put(pieces, seatMaterial, pillow([x + 0.3, y, 0.58 + lift + low], [0.28, 0.25, 0.09], 0.5));
      put(
        pieces,
        seatMaterial,
        pillow([x - 0.12, y, 1.21 + lift + low], [0.05, 0.13, 0.085], 0.6, 0.2),
      );
    }
  put(
    pieces,
    "trim",
    pillow([shape.cowlX - 0.36, 0, 0.86 + lift + low * 0.5], [0.22, 0.7, 0.1], 0.5),
  );
  const ring: Vec3[] = [];
  for (let k = 0; k <= 40; k++) {
    const angle = (2 * Math.PI * k) / 40;
    ring.push(
      add(
        [shape.cowlX - 0.66, 0.37, 0.93 + lift + low],
        [0.07 * Math.sin(angle), 0.18 * Math.cos(angle), 0.17 * Math.sin(angle)],
      ),
    );
  }
  put(pieces, "trim", bar(ring, 0.014));
  const rear = shape.tailX + 0.5;
  const front = shape.cowlX - 0.1;
  put(
    pieces,
    "void",
    pillow([(rear + front) / 2, 0, 0.42 + lift], [(front - rear) / 2, 0.76, 0.16], 0.25),
  );
  if (shape.open) addCockpit(pieces, shape, surface);
}

/** The interior of an open car: trimmed side walls, a rear bulkhead and the cover of the folded soft top. */
function addCockpit(pieces: Pieces, shape: CarShape, surface: CarSurface): void {
  const seat = Math.min(...shape.seats);
  const rows: Vertex[][] = [];
  for (let k = 0; k <= 60; k++) {
    const x = shape.cowlX + 0.02 - ((shape.cowlX - seat + 1.11) * k) / 60;
    const top = surface.belt(x) - 0.012;
    let y = 0.95;
    while (y > 0.2 && surface.cabin([x, y, top]) > -0.012) y -= 0.003;
    rows.push(
      [0, 0, -0.03, -0.25, -0.6].map((down, i) => ({
        p: [x, y + (i === 0 ? 0.012 : 0) - 0.02 * i, top + down],
        n: i < 2 ? [0, 0, 1] : [0, -1, 0],
      })),
    );
  }
  const wall = sheet(rows);
  put(pieces, "trim", wall);
  put(pieces, "trim", {
    vertices: wall.vertices.map(({ p, n }) => ({ p: [p[0], -p[1], p[2]], n: [n[0], -n[1], n[2]] })),
    triangles: wall.triangles,
  });
  // The cover of the folded soft top is level with the belt.
  put(
    pieces,
    "glossblack",
    pillow([seat - 0.89, 0, surface.belt(seat - 0.95) - 0.075], [0.33, 0.69, 0.1], 0.55),
  );
  for (const y of [-0.37, 0.37]) {
    const hoop: Vec3[] = [];
    for (let i = 0; i <= 16; i++) {
      const angle = (Math.PI * i) / 16;
      hoop.push([
        seat - 0.55 - 0.05 * Math.sin(angle),
        y + 0.15 * Math.cos(angle),
        0.86 + 0.2 * Math.sin(angle) ** 0.6,
      ]);
    }
    put(pieces, "chrome", bar(hoop, 0.014));
  }
}
