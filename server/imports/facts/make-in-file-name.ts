import type { Make } from "#shared/makes/all-makes.ts";
import { makeOf } from "#shared/makes/read-make.ts";

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
