import { makes, type Make } from "#shared/categories/category.ts";
import { fold } from "./fold.ts";

const names: Record<string, Make> = {
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
  return names[fold(text)] ?? null;
}

/** The make at the start of a text, and the rest ("Audi A4" → Audi, "A4"). */
export function splitMake(text: string): { make: Make; rest: string } | null {
  const match =
    /^(b\.?m\.?w\.?|audi|mercedes(?:[\s-]*benz)?(?:[\s-]*amg)?)[\s,:-]+(?=\S)(.+)$/is.exec(
      text.trim(),
    );
  const make = match?.[1] ? makeOf(match[1]) : null;
  return make && match?.[2] ? { make, rest: match[2].trim() } : null;
}

/** The make in a file's name ("merc.csv"); null for none or several. */
export function makeInFileName(fileName: string): Make | null {
  const stated = new Set(
    fileName
      .split(/[^\p{L}]+/u)
      .map(makeOf)
      .filter((make) => make !== null),
  );
  return stated.size === 1 ? ([...stated][0] ?? null) : null;
}

/** The makes sold here, for messages. */
export const soldHere = makes.join(", ");
