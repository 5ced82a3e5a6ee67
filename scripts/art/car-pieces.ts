import { join, type Mesh } from "./mesh.ts";

/** What a piece is made of. `studio.py` defines how each material looks. */
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
  | "trim"
  | "cloth";
export type Pieces = Map<Material, Mesh>;

export function put(pieces: Pieces, material: Material, mesh: Mesh): void {
  const existing = pieces.get(material);
  pieces.set(material, existing ? join(existing, mesh) : mesh);
}
