import type { Pieces } from "./car-pieces.ts";
import type { CarShape, Face } from "./car-shape.ts";
import type { CarSurface } from "./car-surface.ts";
import { cutArches, cutDoors, cutHood } from "./cut-body.ts";
import { cutGrille, cutHeadlamps, cutTail } from "./cut-ends.ts";
import { cutGlassRoof, cutScreens, cutSideGlass, openRoof } from "./cut-glass.ts";
import type { Mesh } from "./mesh.ts";
import { SkinCut } from "./skin-cut.ts";

/** Cuts the left half of the skin into panels, glass, lamps and openings. */
export function carPanels(shape: CarShape, face: Face, surface: CarSurface, skin: Mesh): Pieces {
  const cut = new SkinCut(shape, surface, skin);
  cutArches(cut);
  const sill = cut.take(
    () => true,
    (p) => p[2] - shape.cladding,
  );
  cut.put("plastic", sill);
  cutSideGlass(cut);
  cutScreens(cut);
  if (shape.open) openRoof(cut);
  if (shape.glassRoof) cutGlassRoof(cut);
  cutDoors(cut);
  cutHood(cut);
  cutHeadlamps(cut, face);
  for (const grille of face.grilles) cutGrille(cut, grille);
  cutTail(cut);
  cut.put("paint", cut.rest);
  return cut.pieces;
}
