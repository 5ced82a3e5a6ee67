import { fold } from "#shared/text/fold.ts";
import type { Make } from "./category.ts";

/** The usual spellings of each make, folded. */
export const makeWords: Record<string, Make> = {
  bmw: "BMW",
  "b m w": "BMW",
  "bayerische motoren werke": "BMW",
  "bmw m": "BMW",
  audi: "Audi",
  mercedes: "Mercedes-Benz",
  "mercedes benz": "Mercedes-Benz",
  mercedesbenz: "Mercedes-Benz",
  mb: "Mercedes-Benz",
  "mercedes amg": "Mercedes-Benz",
  "mercedes benz amg": "Mercedes-Benz",
  merc: "Mercedes-Benz",
  "daimler benz": "Mercedes-Benz",
  "mercedes maybach": "Mercedes-Benz",
};

/** The make that a word means, in any usual spelling; null for a make that is not sold here. */
export function makeOf(text: string): Make | null {
  return makeWords[fold(text)] ?? null;
}
