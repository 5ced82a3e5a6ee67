import {
  append,
  countOf,
  factsIdentity,
  furtherIdentity,
  idIdentity,
  isKnownByFacts,
  isReference,
  kindOf,
  lastingFacts,
  matchAlike,
  namedListing,
  statedPart,
  vinIdentity,
} from "./identify-cars.ts";
import { costOfComparison, type ComparisonCount } from "./comparison-count.ts";
import { isOtherCar } from "./is-other-car.ts";
import type { CarRow, KnownCar } from "../feed-facts.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

export type MatchedRows = {
  /** Each row's car, and what identifies it from now on. */
  pairs: { row: CarRow; car: KnownCar; identity: string }[];
  added: { row: CarRow; identity: string }[];
  /** Rows that name a car by its id here. */
  edits: { row: CarRow; car: KnownCar }[];
  /** Rows about cars that an earlier or later row names by their id, with that row. */
  repeats: { row: CarRow; first: CarRow }[];
  /** Known cars without a row. */
  left: KnownCar[];
};

/**
 * Finds the known car of each row: by what identifies the row, then by its weaker identities, then by its facts. So a
 * feed that gains or loses stock numbers keeps its listings. A row that has the number of a known car but is about
 * another car does not match it.
 * @param own the seller's cars that rows may name by their id here
 * @param comparisons counts those of the plan
 * @throws AppError too_large if too many cars are alike
 */
export function matchRows(
  knownCars: readonly KnownCar[],
  rows: readonly CarRow[],
  own: readonly KnownCar[],
  comparisons: ComparisonCount,
): MatchedRows {
  const byStated = carsByStated(knownCars);
  // Only the rows of an export name cars by their id.
  const namesIds = rows.some(({ identities: [stated] }) => namedListing(stated) !== null);
  const byId = new Map(namesIds ? knownCars.map((car) => [idIdentity(car.listingId), car]) : []);
  const ownById = new Map(own.map((car) => [idIdentity(car.listingId), car]));
  const edits = rows.flatMap((row) => {
    const car = ownById.get(row.identities[0] ?? "");
    return car ? { row, car } : [];
  });
  const editOf = new Map(edits.map(({ row, car }) => [car.listingId, row]));
  const repeats: MatchedRows["repeats"] = [];
  const pairs = new Map<CarRow, KnownCar>();
  // If several cars are alike, a row matches the one on sale, so that the same file changes nothing a second time.
  const onSaleFirst = knownCars.toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired));
  const left = new Set(onSaleFirst.filter(({ listingId }) => !editOf.has(listingId)));
  const pair = (row: CarRow, car: KnownCar) => {
    pairs.set(row, car);
    left.delete(car);
  };
  const others: CarRow[] = [];
  for (const row of rows) {
    const stated = row.identities[0] ?? "";
    const car =
      stated === ""
        ? undefined
        : (sameCar(byStated.get(stated), row, comparisons) ?? byId.get(stated));
    if (ownById.has(stated)) continue;
    const edit = car && editOf.get(car.listingId);
    if (edit) repeats.push({ row, first: edit });
    else others.push(row);
    if (car && left.has(car)) pair(row, car);
  }
  const matching = { pairs, left, pair, comparisons };
  pairByWeakerIdentities(others, matching);
  pairByFacts(others, matching);
  pairReread(others, matching);
  const taken = new Set(knownCars.map(({ identity }) => identity));
  const last = new Map<string, number>();
  const result: MatchedRows = { pairs: [], added: [], edits, repeats, left: [...left] };
  for (const row of others) {
    const car = pairs.get(row);
    const [stated] = row.identities;
    if (car) result.pairs.push({ row, car, identity: identityOf(car, stated, taken) });
    else
      result.added.push({
        row,
        identity: stated
          ? freeNumber(stated, taken)
          : freeIdentity(lastingFacts(row.facts), taken, last),
      });
  }
  return result;
}

/** The known cars by what their rows state; of several with one number, the one that got it last comes first. */
function carsByStated(knownCars: readonly KnownCar[]): Map<string, KnownCar[]> {
  const cars = new Map<string, KnownCar[]>();
  for (const car of knownCars) append(cars, statedPart(car.identity), car);
  for (const some of cars.values())
    if (some.length > 1) some.sort((a, b) => countOf(b.identity) - countOf(a.identity));
  return cars;
}

/** The first car that a row can be about. */
const sameCar = (
  cars: readonly KnownCar[] | undefined,
  { facts }: CarRow,
  comparisons: ComparisonCount,
) => comparisons.find(cars, ({ feedFacts }) => !isOtherCar(feedFacts, facts));

/** What identifies a known car from now on. */
function identityOf(car: KnownCar, stated: string | undefined, taken: Set<string>): string {
  // A car that was retired keeps its own stock number when it comes back by its id here.
  if (stated === undefined || stated === idIdentity(car.listingId)) return car.identity;
  return statedPart(car.identity) === stated ? car.identity : freeNumber(stated, taken);
}

/** A stated number, or the next one if another car of the feed has or had it. */
function freeNumber(stated: string, taken: Set<string>): string {
  let identity = stated;
  for (let count = 2; taken.has(identity); count++) identity = furtherIdentity(stated, count);
  taken.add(identity);
  return identity;
}

type Matching = {
  pairs: ReadonlyMap<CarRow, KnownCar>;
  left: ReadonlySet<KnownCar>;
  pair: (row: CarRow, car: KnownCar) => void;
  comparisons: ComparisonCount;
};

function pairByWeakerIdentities(
  rows: readonly CarRow[],
  { pairs, left, pair, comparisons }: Matching,
): void {
  if (!rows.some((row) => row.identities.length > 0 && !pairs.has(row))) return;
  const byAny = new Map<string, KnownCar[]>();
  for (const car of left) {
    append(byAny, statedPart(car.identity), car);
    if (car.feedFacts.vin !== null) append(byAny, vinIdentity(car.feedFacts.vin), car);
  }
  for (const row of rows) {
    if (pairs.has(row)) continue;
    const car = row.identities
      .map((identity) => sameCar(byAny.get(identity), row, comparisons))
      .find(Boolean);
    if (car && left.has(car)) pair(row, car);
  }
}

/**
 * Whether a car can be recognized by its facts. A car with a stock number can only if no row has stock numbers any
 * more. A reference is less certain, so a car whose reference no row has can still be found by its facts.
 */
export function isFoundByFacts(
  rows: readonly { identities: readonly string[] }[],
): (car: KnownCar) => boolean {
  const statedKinds = new Set(rows.flatMap(({ identities }) => identities.map(kindOf)));
  return ({ identity }) =>
    isKnownByFacts(identity) || isReference(identity) || !statedKinds.has(kindOf(identity));
}

function pairByFacts(rows: readonly CarRow[], { pairs, left, pair, comparisons }: Matching): void {
  const isByFacts = isFoundByFacts(rows);
  const alike = new Map<string, CarRow[]>();
  for (const row of rows) if (!pairs.has(row)) append(alike, lastingFacts(row.facts), row);
  const knownAlike = new Map<string, KnownCar[]>();
  for (const car of left) if (isByFacts(car)) append(knownAlike, lastingFacts(car.feedFacts), car);
  for (const [key, group] of alike)
    for (const [row, car] of matchAlike(knownAlike.get(key) ?? [], group, comparisons))
      pair(row, car);
}

/**
 * Pairs cars without a number if one of their facts is read for the first time or differently, for example after the
 * seller said what a value means. Everything else that tells cars apart must be the same.
 */
function pairReread(rows: readonly CarRow[], { pairs, left, pair, comparisons }: Matching): void {
  const isByFacts = isFoundByFacts(rows);
  const carsByFacts = new Map<string, KnownCar[]>();
  for (const car of left) if (isByFacts(car)) append(carsByFacts, tellingFacts(car.feedFacts), car);
  if (carsByFacts.size === 0) return;
  for (const row of rows) {
    if (pairs.has(row)) continue;
    const cars = carsByFacts.get(tellingFacts(row.facts));
    const car = comparisons.find(
      cars,
      (one) => left.has(one) && isReread(one.feedFacts, row.facts),
      ({ feedFacts }) => costOfComparison(feedFacts, row.facts),
    );
    if (car) pair(row, car);
  }
}

const tellingFacts = ({ make, model, year, mileage, sourcePriceMinor }: FeedFacts): string =>
  JSON.stringify([make, model?.toLowerCase() ?? null, year, mileage, sourcePriceMinor]);

const rereadFields = ["engineSizeCc", "fuel", "transmission", "bodyType"] as const;
type StatedField = "vin" | "colour" | (typeof rereadFields)[number];

/** The usual body of a model is no fact of a car. */
const statedFact = (facts: FeedFacts, field: StatedField) =>
  field === "bodyType" && facts.bodyTypeTypical ? null : facts[field];

/** Whether facts can be of one car that is read otherwise now: none contradicts, or its text is the same. */
function isReread(before: FeedFacts, after: FeedFacts): boolean {
  const agrees = (field: StatedField) => {
    const one = statedFact(before, field);
    const other = statedFact(after, field);
    return one === null || other === null || one === other;
  };
  if (!agrees("vin") || !agrees("colour")) return false;
  const hasText = before.description !== null && before.description !== "";
  return (hasText && before.description === after.description) || rereadFields.every(agrees);
}

/** The next number for a car among those that are alike. `last` has the last one that was given for each key. */
function freeIdentity(key: string, taken: ReadonlySet<string>, last: Map<string, number>): string {
  for (let number = (last.get(key) ?? 0) + 1; ; number++) {
    const identity = factsIdentity(key, number);
    if (taken.has(identity)) continue;
    last.set(key, number);
    return identity;
  }
}
