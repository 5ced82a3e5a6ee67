import { makes, type Make } from "#shared/categories/category.ts";
import { makeOf } from "#shared/categories/make-words.ts";

/** The make at the start of a text, and the rest ("Audi A4" → Audi, "A4"). */
export function splitMake(text: string): { make: Make; rest: string } | null {
  const match =
    /^(?:(?:used |new )?(?:19|20)\d\d )?(b\.?m\.?w\.?|audi|mercedes(?:[\s-]*benz)?(?:[\s-]*amg)?)[\s,:-]+(?=\S)(.+)$/is.exec(
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
