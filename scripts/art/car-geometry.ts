import { addCabin } from "./car-cabin.ts";
import { carPanels } from "./car-panels.ts";
import { put, type Material, type Pieces } from "./car-pieces.ts";
import { addMirror, roofRail } from "./car-trim.ts";
import { CAR_SHAPES, type Body } from "./car-shapes.ts";
import { carSurface } from "./car-surface.ts";
import { faceOf, type FaceName } from "./faces.ts";
import { join, mirrored, moved, tidy, type Mesh } from "./mesh.ts";
import { pillow } from "./solids.ts";
import { surfaceSkin, type SkinGrid } from "./surface-skin.ts";
import { wheel } from "./wheel.ts";

/** Fine enough for pictures 1,600 pixels wide. */
export const PICTURE_GRID: SkinGrid = { along: 560, around: 300 };

/** The closed outer skin of a body, both halves, before it is cut into panels. Meters. */
export function carSkin(body: Body, grid: SkinGrid): Mesh {
  const shape = CAR_SHAPES[body];
  const half = surfaceSkin(shape, carSurface(shape), grid);
  return tidy(join(half, mirrored(half)));
}

/** Every visible piece of a car by material, both sides, in meters. */
export function carGeometry(
  body: Body,
  face: FaceName,
  grid: SkinGrid = PICTURE_GRID,
): ReadonlyMap<Material, Mesh> {
  const shape = CAR_SHAPES[body];
  const surface = carSurface(shape);
  const left = carPanels(shape, faceOf(shape, face), surface, surfaceSkin(shape, surface, grid));
  addMirror(left, shape);
  const rail = roofRail(shape, surface);
  if (rail) put(left, "chrome", rail);
  const corner = wheel(shape.wheel);
  for (const x of [shape.wheelbase / 2, -shape.wheelbase / 2])
    for (const [material, mesh] of Object.entries(corner) as [Material, Mesh][])
      put(left, material, moved(mesh, [x, shape.track, shape.wheel.radius]));

  const pieces: Pieces = new Map();
  for (const [material, mesh] of left) put(pieces, material, join(mesh, mirrored(mesh)));
  addCabin(pieces, shape, surface);
  for (const x of [shape.wheelbase / 2, -shape.wheelbase / 2])
    put(pieces, "void", pillow([x, 0, 0.62 + shape.lift * 0.5], [0.42, 0.56, 0.14], 0.3));
  return new Map([...pieces].map(([material, mesh]) => [material, tidy(mesh)]));
}
