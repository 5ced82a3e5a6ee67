import type { CarRow, KnownCar } from "../feed-facts.ts";
import { isReference, statedPart } from "./identify-cars.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** Above this share of references that now name another model, none is trusted. */
const mostMistaken = 1 / 5;

/**
 * Leaves out references that do not identify cars: those that several rows share. Leaves out all of them if they name
 * other models than before, if none of them is known (as in a column with new values in each file), or if they count
 * the rows.
 */
export function trustReferences<Refused extends { identities: readonly string[] }>(input: {
  knownCars: readonly KnownCar[];
  rows: readonly CarRow[];
  refused: readonly Refused[];
}): { rows: readonly CarRow[]; refused: readonly Refused[] } {
  const { knownCars, rows, refused } = input;
  const times = new Map<string, number>();
  for (const { identities } of [...rows, ...refused])
    for (const identity of identities)
      if (isReference(identity)) times.set(identity, (times.get(identity) ?? 0) + 1);
  if (times.size === 0) return input;
  const before = new Map(
    knownCars.flatMap((car) =>
      isReference(car.identity) ? [[statedPart(car.identity), car.feedFacts] as const] : [],
    ),
  );
  let matches = 0;
  let mistaken = 0;
  for (const { identities, facts } of rows) {
    const feedFacts = before.get(identities.find(isReference) ?? "");
    if (!feedFacts) continue;
    matches += 1;
    if (!isSameModel(feedFacts, facts)) mistaken += 1;
  }
  const isDoubtful =
    countRows([...times.keys()]) ||
    (before.size > 0 && (matches === 0 || mistaken > matches * mostMistaken));
  const isTrusted = (identity: string) =>
    !isReference(identity) || (!isDoubtful && times.get(identity) === 1);
  const trusted = <Row extends { identities: readonly string[] }>(row: Row): Row =>
    row.identities.every(isTrusted)
      ? row
      : { ...row, identities: row.identities.filter(isTrusted) };
  return { rows: rows.map(trusted), refused: refused.map(trusted) };
}

const isSameModel = (before: FeedFacts, after: FeedFacts) =>
  before.make === after.make &&
  before.year === after.year &&
  before.model?.toLowerCase() === after.model?.toLowerCase();

/** Whether the references are 1, 2, 3 … or 0, 1, 2 …: a car that goes would give its number to the next one. */
function countRows(references: readonly string[]): boolean {
  const numbers = references.map((identity) => identity.slice(identity.indexOf(" ") + 1));
  if (numbers.length < 2 || !numbers.every((text) => /^(?:0|[1-9]\d*)$/.test(text))) return false;
  const sorted = numbers.map(Number).toSorted((a, b) => a - b);
  const first = sorted[0]!;
  return first <= 1 && sorted.every((number, at) => number === first + at);
}
