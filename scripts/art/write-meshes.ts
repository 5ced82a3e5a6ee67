import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { carGeometry, PICTURE_GRID } from "./car-geometry.ts";
import type { Material } from "./car-pieces.ts";
import { BODIES } from "./car-shapes.ts";
import { coveredCar } from "./covered-car.ts";
import { FACES } from "./faces.ts";
import type { Mesh } from "./mesh.ts";

/**
 * Writes the meshes of each body with each face, and of the covered car, for the renderer:
 * `node write-meshes.ts FOLDER [body …]`. <name>.json lists where <name>.bin has each material's positions, normals
 * (float32) and triangles (uint32).
 */
const [folder = "", ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("usage: write-meshes.ts FOLDER [body …]");
const isWanted = (body: string): boolean => wanted.length === 0 || wanted.includes(body);
mkdirSync(folder, { recursive: true });
for (const body of BODIES.filter(isWanted))
  for (const face of FACES) writeMeshes(`${body}-${face}`, carGeometry(body, face));
if (isWanted("covered")) writeMeshes("covered", new Map([["cloth", coveredCar(PICTURE_GRID)]]));

function writeMeshes(name: string, pieces: ReadonlyMap<Material, Mesh>): void {
  const index: Record<string, { vertices: number; triangles: number; offset: number }> = {};
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [material, mesh] of pieces) {
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
  writeFileSync(join(folder, `${name}.bin`), Buffer.concat(parts));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(index));
  console.log(name);
}
