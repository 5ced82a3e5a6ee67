import { expect, test } from "vitest";
import { carRow } from "#testing/feeds/car-rows.ts";
import type { CarRow, KnownCar } from "../feed-facts.ts";
import { planSync } from "../plan/plan-sync.ts";
import { trustReferences } from "./trust-references.ts";

const years = [2012, 2013, 2014, 2015, 2016, 2017];
/** Six cars of different years, which reference R0 and so on name. */
const rows = years.map((year, at) => carRow(`reference R${at}`, { year, mileage: at * 1_000 }));
const knownCarsOf = rows.map(({ identities, facts }): KnownCar => ({
  identity: identities[0]!,
  listingId: `listing ${identities[0]}`,
  isRetired: false,
  feedFacts: facts,
  shown: facts,
  keptReason: null,
}));
const plan = (cars: readonly CarRow[], before: readonly KnownCar[] = knownCarsOf) =>
  planSync({ knownCars: before, rows: cars, refused: [], isComplete: true, feedWins: new Set() });
const named = (row: CarRow, identity: string): CarRow => ({ ...row, identities: [identity] });

test("finds a car by its reference, whatever else changed", () => {
  const [first, ...others] = rows;
  const changes = { mileage: 90_000, resalePriceMinor: 400_000, sourcePriceMinor: 400_000 };
  const changed = { ...first!, facts: { ...first!.facts, ...changes } };
  expect(plan([changed, ...others]).changes).toMatchObject([
    {
      kind: "changed",
      listingId: "listing reference R0",
      fields: ["mileage", "resalePriceMinor", "sourcePriceMinor"],
    },
  ]);
});

test("gives the cars of an earlier version their references, and lists none again", () => {
  const before = knownCarsOf.map((car, at) => ({ ...car, identity: `facts ${at} 1` }));
  expect(plan(rows, before).changes.map((change) => [change.kind, change.identity])).toEqual(
    rows.map(({ identities: [reference] }) => ["changed", reference]),
  );
});

test("does not take numbers of rows for references", () => {
  // The first car is gone, so each row has the number of another car.
  const moved = rows.slice(1).map((row, at) => named(row, `reference R${at}`));
  expect(plan(moved).changes).toMatchObject([
    { kind: "retired", listingId: "listing reference R0" },
  ]);
});

test.each([0, 1])("does not take a count of the rows from %i for references", (first) => {
  // Of one model and year, so nothing else shows that the rows moved up.
  const alike = rows.map((row, at) =>
    carRow(`reference ${first + at}`, { mileage: row.facts.mileage }),
  );
  const before = alike.map(({ identities, facts }, at): KnownCar => ({
    identity: identities[0]!,
    listingId: `listing ${at}`,
    isRetired: false,
    feedFacts: facts,
    shown: facts,
    keptReason: null,
  }));
  const moved = alike.slice(1).map((row, at) => named(row, `reference ${first + at}`));
  expect(plan(moved, before).changes).toMatchObject([{ kind: "retired", listingId: "listing 0" }]);
  // With gaps they are the ids of a database.
  const ids = alike.slice(1);
  expect(plan(ids, before).changes).toMatchObject([{ kind: "retired", listingId: "listing 0" }]);
});

test("does not take numbers for references that are new in each file", () => {
  const renamed = rows.map((row, at) => named(row, `reference X${at}`));
  expect(plan(renamed).changes).toEqual([]);
});

test.each([
  [2, "trusts all references", 10],
  [3, "trusts none", 0],
])("with %i of ten references that name another model, %s", (mistaken, _, trusted) => {
  const stock = Array.from({ length: 10 }, (_row, at) =>
    carRow(`reference R${at}`, { model: `Model ${at}` }),
  );
  const before = stock.map(({ identities, facts }, at): KnownCar => ({
    identity: identities[0]!,
    listingId: `listing ${at}`,
    isRetired: false,
    feedFacts: facts,
    shown: facts,
    keptReason: null,
  }));
  const next = stock.map((row, at) =>
    at < mistaken ? { ...row, facts: { ...row.facts, model: "Z4" } } : row,
  );
  const { rows: read } = trustReferences({ knownCars: before, rows: next, refused: [] });
  expect(read.filter(({ identities }) => identities.length > 0)).toHaveLength(trusted);
});

test("does not take a reference of several rows for one car", () => {
  const alike = rows.map((row) => named(row, "reference Leeds"));
  expect(plan(alike, [])).toMatchObject({ repeated: [] });
  expect(plan(alike, []).changes).toHaveLength(rows.length);
});

test("takes equal rows with different references for one car, as before there were references", () => {
  const [first] = rows;
  const again = { ...named(first!, "reference R9"), line: 99 };
  expect(plan([...rows, again])).toMatchObject({
    changes: [],
    repeated: [{ line: 99, firstLine: first!.line, fields: [] }],
  });
  // Without the first of them, the other one is that car.
  expect(plan([...rows.slice(1), again]).changes).toMatchObject([
    { kind: "changed", listingId: "listing reference R0", fields: [] },
  ]);
});
