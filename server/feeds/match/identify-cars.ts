import { createHash } from "node:crypto";
import {
  type RowIdentity,
  feedFields,
  type FeedFacts,
  type ListedField,
} from "#server/imports/public-reading.ts";
import { costOfCandidate, costOfComparison, type ComparisonCount } from "./comparison-count.ts";

/** How far a car may be driven between two feeds, in the unit of its mileage, and still be taken for the same one. */
export const mostDriven = 3_000;
const longestReference = 100;
/** How much its price may change meanwhile. */
const mostRepriced = 0.2;

/**
 * What identifies a car in its feed, the strongest first: its stock number, advert id, VIN, registration and reference.
 * A row without any of them is recognized by its facts (`matchAlike`).
 */
export function statedIdentities({
  vin,
  stockNumber,
  advertId,
  registration,
  reference,
}: RowIdentity): string[] {
  const compact = (text: string) => text.replace(/[\s-]/g, "").toUpperCase();
  return [
    stockNumber ? [`stock ${stockNumber.trim()}`] : [],
    advertId ? [`advert ${advertId.trim()}`] : [],
    vin ? [vinIdentity(vin)] : [],
    registration ? [`registration ${compact(registration)}`] : [],
    reference && reference.length <= longestReference ? [`${byReference} ${reference.trim()}`] : [],
  ].flat();
}

/** The identity of a row that names a car by its id here, as the rows of an export do. */
export const idIdentity = (listingId: string) => `stock ${listingId}`;
const stockNumberOfId = /^stock ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
/** The id of the car that an identity names, which may be any seller's. */
export const namedListing = (identity = "") => stockNumberOfId.exec(identity)?.[1] ?? null;
const byId = "listing";
/** The identity of a change that edits a car by its id, whether or not the feed lists it. */
export const editIdentity = (listingId: string) => `${byId} ${listingId}`;
/** Whether a change edits a car by its id. */
export const isEdit = (identity: string) => kindOf(identity) === byId;

// A cell has no tab, because blanks are unified when it is read.
const further = "\t";
/** The identity of a car that got the number of another one: the second, third … car with it. */
export const furtherIdentity = (stated: string, number: number) => `${stated}${further}${number}`;
/** What the rows of a car state: its identity without the count of cars that had the same number. */
export const statedPart = (identity: string) => identity.split(further, 1)[0]!;
/** The how many-th car with its number a car is. */
export const countOf = (identity: string) => Number(identity.split(further)[1] ?? 1);

export const vinIdentity = (vin: string) => `vin ${vin.toUpperCase()}`;

const byReference = "reference";
/** Whether an identity is a dealer's reference, which may not be one of a car (`trustReferences`). */
export const isReference = (identity: string) => identity.startsWith(`${byReference} `);

const byFacts = "facts";
/** The kind of an identity, such as "stock". */
export const kindOf = (identity: string) => identity.slice(0, identity.indexOf(" "));
/** Whether a car is known by its facts only, because its rows never stated an identity. */
export const isKnownByFacts = (identity: string) => identity.startsWith(`${byFacts} `);
/** The identity of a car without a stated one: its facts, and a number for cars that are alike. */
export const factsIdentity = (facts: string, number: number) => `${byFacts} ${facts} ${number}`;

/**
 * The facts of a car that never change. Different cars can be alike in them. The unit of its mileage is not one of them:
 * a feed that was read in the wrong unit can be corrected.
 */
export function lastingFacts(facts: FeedFacts): string {
  const { make, model, year, engineSizeCc, fuel, transmission, bodyType, bodyTypeTypical } = facts;
  return JSON.stringify([
    make,
    model?.toLowerCase() ?? null,
    year,
    engineSizeCc,
    fuel,
    transmission,
    bodyTypeTypical ? null : bodyType,
  ]);
}

// Two different VINs are two cars, whatever else they have in common.
const mayBeOne = (before: FeedFacts, after: FeedFacts) =>
  before.vin === null || after.vin === null || before.vin === after.vin;

type Alike<Known, Row> = {
  knownCars: Set<Known>;
  rows: Set<Row>;
  pairs: Map<Row, Known>;
  comparisons: ComparisonCount;
};

/**
 * Pairs the known cars and the rows that are alike in what lasts. The same facts come first, then the same mileage, then
 * cars that were driven a little and whose price changed a little. What is left over is another car.
 * @throws AppError too_large if that takes too many comparisons
 */
export function matchAlike<
  Known extends { feedFacts: FeedFacts },
  Row extends { facts: FeedFacts },
>(
  knownCars: readonly Known[],
  rows: readonly Row[],
  comparisons: ComparisonCount,
): Map<Row, Known> {
  const alike: Alike<Known, Row> = {
    knownCars: new Set(knownCars),
    rows: new Set(rows),
    pairs: new Map(),
    comparisons,
  };
  pairBy(alike, feedFields);
  pairBy(alike, ["mileage", "colour", "location", "description"]);
  pairBy(alike, ["mileage", "colour"]);
  pairByDistance(alike);
  return alike.pairs;
}

/** Pairs those that agree in some facts, in their order. */
function pairBy<Known extends { feedFacts: FeedFacts }, Row extends { facts: FeedFacts }>(
  { knownCars, rows, pairs, comparisons }: Alike<Known, Row>,
  fields: readonly ListedField[],
): void {
  if (knownCars.size === 0 || rows.size === 0) return;
  // Descriptions are long, and all cars of a feed can be alike.
  const keyOf = (facts: FeedFacts) =>
    createHash("sha256")
      .update(JSON.stringify(fields.map((field) => facts[field])))
      .digest("base64");
  const waiting = new Map<string, Known[]>();
  // The first car is the last in its list, because leaving out the first one would move all others.
  for (const car of [...knownCars].toReversed()) append(waiting, keyOf(car.feedFacts), car);
  for (const row of rows) {
    const cars = waiting.get(keyOf(row.facts)) ?? [];
    const at = cars.findLastIndex(({ feedFacts }) => mayBeOne(feedFacts, row.facts));
    comparisons.add(cars.length - Math.max(at, 0));
    const [car] = at < 0 ? [] : cars.splice(at, 1);
    if (!car) continue;
    pairs.set(row, car);
    knownCars.delete(car);
    rows.delete(row);
  }
}

/** Pairs those that are left, the most similar first. */
function pairByDistance<Known extends { feedFacts: FeedFacts }, Row extends { facts: FeedFacts }>({
  knownCars,
  rows,
  pairs,
  comparisons,
}: Alike<Known, Row>): void {
  const byMileage = [...knownCars].toSorted(
    (a, b) => mileageOf(a.feedFacts) - mileageOf(b.feedFacts),
  );
  const candidates: { row: Row; car: Known; distance: number }[] = [];
  for (const row of rows) {
    const end = mileageOf(row.facts);
    for (let at = firstFrom(byMileage, end - mostDriven); at < byMileage.length; at++) {
      const car = byMileage[at]!;
      if (mileageOf(car.feedFacts) > end) break;
      const distance = distanceBetween(car.feedFacts, row.facts);
      comparisons.add(costOfComparison(car.feedFacts, row.facts));
      if (distance !== null) comparisons.add(costOfCandidate);
      if (distance !== null) candidates.push({ row, car, distance });
    }
  }
  // Sorting is stable, so equal candidates stay in the order of the feed.
  candidates.sort((a, b) => a.distance - b.distance);
  for (const { row, car } of candidates) {
    if (!rows.has(row) || !knownCars.has(car)) continue;
    pairs.set(row, car);
    knownCars.delete(car);
    rows.delete(row);
  }
}

/** The place of the first car with a mileage or more, in cars by mileage. */
function firstFrom(byMileage: readonly { feedFacts: FeedFacts }[], mileage: number): number {
  let first = 0;
  let end = byMileage.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (mileageOf(byMileage[middle]!.feedFacts) < mileage) first = middle + 1;
    else end = middle;
  }
  return first;
}

const mileageOf = ({ mileage }: FeedFacts) => mileage ?? 0;

/** Adds a value to the list of a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** How different two states of a car are, from 0; null if they cannot be of one car. */
function distanceBetween(before: FeedFacts, after: FeedFacts): number | null {
  if (before.colour !== null && after.colour !== null && before.colour !== after.colour)
    return null;
  if (!mayBeOne(before, after)) return null;
  const texts =
    Number(before.description !== after.description) + Number(before.location !== after.location);
  const repriced = relativeChange(before.sourcePriceMinor, after.sourcePriceMinor);
  const driven = (after.mileage ?? 0) - (before.mileage ?? 0);
  if (driven < 0 || driven > mostDriven || (driven > 0 && repriced > mostRepriced)) return null;
  return texts + repriced + driven / mostDriven;
}

/** The share by which a price changed. */
export function relativeChange(before: number | null, after: number | null): number {
  if (!before || !after) return before === after ? 0 : 1;
  return Math.abs(after - before) / before;
}
