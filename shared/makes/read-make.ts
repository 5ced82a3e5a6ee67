import { fold } from "#shared/text/fold.ts";
import type { Make } from "./all-makes.ts";
import { soldMakes } from "./sold-makes.ts";

const makesByName: ReadonlyMap<string, Make> = new Map(
  soldMakes.flatMap(({ name, spellings, namesWithTrim = [], columnNames = [] }) =>
    [...spellings, ...namesWithTrim, ...columnNames].map((word) => [word, name] as const),
  ),
);

/** The make that a word means, in any usual spelling; null for a make that is not sold here. */
export function makeOf(text: string): Make | null {
  return makesByName.get(fold(text)) ?? null;
}

const longestFirst = (a: string, b: string) => b.length - a.length;
const titleNames = soldMakes
  .flatMap(({ spellings, namesWithTrim = [] }) => [...spellings, ...namesWithTrim])
  .toSorted(longestFirst)
  .map((name) => name.replaceAll(" ", String.raw`[\s.-]*`));
const title = new RegExp(
  String.raw`^(?:(?:used |new )?(?:19|20)\d\d )?(${titleNames.join("|")})[\s.,:-]+(?=\S)(.+)$`,
  "is",
);

/** The make at the start of a text, and the rest: "Audi A4" is an Audi, "A4". */
export function splitMake(text: string): { make: Make; rest: string } | null {
  const match = title.exec(text.trim());
  const make = match && makeOf(match[1]!);
  return make ? { make, rest: match[2]!.trim() } : null;
}
