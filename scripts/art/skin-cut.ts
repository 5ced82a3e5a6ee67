import { put, type Material, type Pieces } from "./car-pieces.ts";
import type { CarShape } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { join, offset, partition, split, type Field, type Mesh } from "./mesh.ts";
import type { Vec3 } from "./vector.ts";

/** Selects the part of the skin a cut applies to, by position and normal. */
export type Where = (p: Vec3, n: Vec3) => boolean;

/** Half the width of a shut line, meters. */
const GAP = 0.0028;

/** The left half of a car's skin while it is cut into pieces. */
export class SkinCut {
  readonly pieces: Pieces = new Map();
  readonly shape: CarShape;
  readonly surface: CarSurface;
  /** What has not been cut off yet. */
  rest: Mesh;

  constructor(shape: CarShape, surface: CarSurface, skin: Mesh) {
    this.shape = shape;
    this.surface = surface;
    this.rest = skin;
  }

  put(material: Material, mesh: Mesh): void {
    put(this.pieces, material, mesh);
  }

  /** Removes the part of `where` in which `field` is negative from the remaining skin and returns it. */
  take(where: Where, field: Field): Mesh {
    const { yes, no } = partition(this.rest, where);
    const { inside, outside } = split(yes, field);
    this.rest = join(outside, no);
    return inside;
  }

  /** Cuts a shut line along `field` = 0. Both its edges are cut, which keeps it from tearing. */
  seam(where: Where, field: Field): void {
    const { yes, no } = partition(this.rest, where);
    const inner = split(yes, (p, n) => field(p, n) + GAP);
    const outer = split(inner.outside, (p, n) => field(p, n) - GAP);
    this.put("gap", offset(outer.inside, -0.007));
    this.rest = join(inner.inside, outer.outside, no);
  }
}
