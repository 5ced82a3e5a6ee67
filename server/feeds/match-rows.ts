import {
  append,
  factsIdentity,
  isKnownByFacts,
  kindOf,
  lastingFacts,
  matchAlike,
  vinIdentity,
} from "./identify-cars.ts";
import type { CarRow, KnownCar } from "./feed-facts.ts";

export type MatchedRows = {
  /** Each row's car, and what identifies it from now on. */
  pairs: { row: CarRow; car: KnownCar; identity: string }[];
  added: { row: CarRow; identity: string }[];
  /** Known cars without a row. */
  left: KnownCar[];
};

/**
 * Finds the known car of each row: by what identifies the row, then by its weaker identities, then by its facts. So a
 * feed that gains stock numbers, or loses them, keeps its listings.
 */
export function matchRows(known: readonly KnownCar[], rows: readonly CarRow[]): MatchedRows {
  const byIdentity = new Map(known.map((car) => [car.identity, car]));
  const pairs = new Map<CarRow, KnownCar>();
  const left = new Set(known);
  const pair = (row: CarRow, car: KnownCar) => {
    pairs.set(row, car);
    left.delete(car);
  };
  for (const row of rows) {
    const car = byIdentity.get(row.identities[0] ?? "");
    if (car) pair(row, car);
  }
  pairByWeakerIdentities(rows, { pairs, left, pair });
  pairByFacts(rows, { pairs, left, pair });
  const taken = new Set(byIdentity.keys());
  const last = new Map<string, number>();
  const result: MatchedRows = { pairs: [], added: [], left: [...left] };
  for (const row of rows) {
    const car = pairs.get(row);
    const stated = row.identities[0];
    if (car) result.pairs.push({ row, car, identity: stated ?? car.identity });
    else
      result.added.push({
        row,
        identity: stated ?? freeIdentity(lastingFacts(row.facts), taken, last),
      });
  }
  return result;
}

type Matching = {
  pairs: ReadonlyMap<CarRow, KnownCar>;
  left: ReadonlySet<KnownCar>;
  pair: (row: CarRow, car: KnownCar) => void;
};

function pairByWeakerIdentities(rows: readonly CarRow[], { pairs, left, pair }: Matching): void {
  const byAny = new Map<string, KnownCar>();
  for (const car of left) {
    byAny.set(car.identity, car);
    if (car.said.vin !== null) byAny.set(vinIdentity(car.said.vin), car);
  }
  for (const row of rows) {
    if (pairs.has(row)) continue;
    const car = row.identities.map((identity) => byAny.get(identity)).find(Boolean);
    if (car && left.has(car)) pair(row, car);
  }
}

function pairByFacts(rows: readonly CarRow[], { pairs, left, pair }: Matching): void {
  // A car with a stock number is recognized by its facts only if no row has stock numbers any more.
  const statedKinds = new Set(rows.flatMap(({ identities }) => identities.map(kindOf)));
  const alike = new Map<string, CarRow[]>();
  for (const row of rows) if (!pairs.has(row)) append(alike, lastingFacts(row.facts), row);
  const knownAlike = new Map<string, KnownCar[]>();
  for (const car of left)
    if (isKnownByFacts(car.identity) || !statedKinds.has(kindOf(car.identity)))
      append(knownAlike, lastingFacts(car.said), car);
  for (const [key, group] of alike)
    for (const [row, car] of matchAlike(knownAlike.get(key) ?? [], group)) pair(row, car);
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
