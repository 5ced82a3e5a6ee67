import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { carGeometry } from "./car-geometry.ts";
import { BODIES } from "./car-shapes.ts";

/**
 * Writes each body's meshes for the renderer: `node write-meshes.ts FOLDER [body …]`.
 * <body>.json lists where <body>.bin has each material's positions, normals (float32) and triangles (uint32).
 */
const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("usage: write-meshes.ts FOLDER [body …]");
mkdirSync(folder, { recursive: true });
for (const body of BODIES) {
  if (wanted.length > 0 && !wanted.includes(body)) continue;
  const started = Date.now();
  const index: Record<string, { vertices: number; triangles: number; offset: number }> = {};
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [material, mesh] of carGeometry(body)) {
    index[material] = { vertices: mesh.vertices.length, triangles: mesh.triangles.length, offset };
    const arrays = [
      Float32Array.from(mesh.vertices.flatMap(({ p }) => p)),
      Float32Array.from(mesh.vertices.flatMap(({ n }) => n)),
      Uint32Array.from(mesh.triangles.flat()),
    ];
    for (const array of arrays) {
      parts.push(Buffer.from(array.buffer));
      offset += array.byteLength;
    }
  }
  writeFileSync(join(folder, `${body}.bin`), Buffer.concat(parts));
  writeFileSync(join(folder, `${body}.json`), JSON.stringify(index));
  console.log(
    `${body}: ${Object.values(index).reduce((sum, part) => sum + part.triangles, 0)} triangles, ${Date.now() - started} ms`,
  );
}
