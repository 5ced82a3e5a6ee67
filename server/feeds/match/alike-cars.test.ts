import { describe, expect, test } from "vitest";
import { adoptListings } from "./adopt-listings.ts";
import { carRow as row } from "#testing/feeds/car-rows.ts";
import { ComparisonCount } from "./comparison-count.ts";
import type { KnownCar } from "../feed-facts.ts";
import { planSync, type RefusedRow, type SyncInput } from "../plan/plan-sync.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const plan = (given: Partial<SyncInput>) =>
  planSync({
    knownCars: [],
    rows: [],
    refused: [],
    isComplete: true,
    feedWins: new Set(),
    comparisons: new ComparisonCount(mostComparisons),
    ...given,
  });
const many = <One>(count: number, make: (at: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => make(at));
const knownCar = (identity: string, facts: FeedFacts): KnownCar => ({
  identity,
  listingId: `listing of ${identity}`,
  isRetired: false,
  keptReason: null,
  feedFacts: facts,
  shown: facts,
});
const knownCars = (count: number, factsOf: (at: number) => Partial<FeedFacts>) =>
  many(count, (at) => knownCar(`facts ${at}`, row(null, factsOf(at)).facts));
/** With the limit of the product, each test would take seconds. */
const mostComparisons = 20_000;
const refusal = /Too many cars in the file are alike.*Give each car a stock number/;

test("refuses a file whose cars are too alike to be compared with those of the feed", () => {
  const stock = knownCars(40, (at) => ({ mileage: 20_000, sourcePriceMinor: 1_500_000 + at }));
  const rows = many(40, (at) => row(null, { mileage: 20_001 + at }));
  expect(() => plan({ knownCars: stock, rows })).toThrow(refusal);
  expect(plan({ knownCars: stock, rows: rows.slice(0, 10) }).changes).toHaveLength(40);
});

test("refuses cars of one mileage with other VINs", () => {
  const stock = knownCars(145, (at) => ({ vin: `WBA8B9G50H${1_000_000 + at}` }));
  const rows = many(145, (at) => row(null, { vin: `WBA8B9G50J${1_000_000 + at}` }));
  expect(() => plan({ knownCars: stock, rows })).toThrow(refusal);
});

test("refuses faulty rows that can each be one of too many cars", () => {
  const stock = knownCars(145, (mileage) => ({ mileage }));
  const seen: RefusedRow["seen"] = { make: "BMW", model: "3 Series", year: 2018, mileage: 900_000 };
  const refused = many(145, (line) => ({ line, identities: [], isFaulty: true, seen }));
  expect(() => plan({ knownCars: stock, refused })).toThrow(refusal);
});

test("refuses rows of which each names the number that too many cars had", () => {
  const facts = row(null, { vin: "WBA8B9G50HNU50001" }).facts;
  const stock = many(145, (at) => knownCar(`advert X\t${at + 1}`, facts));
  const rows = many(145, (at) => ({
    ...row(null, { vin: "WBA3A5C50CF256789" }),
    identities: [`stock ${at}`, "advert X"],
    line: at,
  }));
  expect(() => plan({ knownCars: stock, rows })).toThrow(refusal);
});

test("refuses a file whose cars are too alike those of an earlier import", () => {
  const imported = many(40, (at) => ({
    listingId: `listing ${at}`,
    fingerprint: null,
    carKeys: [],
    isChanged: false,
    isDeleted: false,
    keptReason: null,
    shown: row(null, { mileage: 20_000, sourcePriceMinor: 1_500_000 + at }).facts,
  }));
  const rows = many(40, (at) => row(null, { mileage: 20_001 + at }));
  expect(() =>
    adoptListings(plan({ rows }), imported, new ComparisonCount(mostComparisons)),
  ).toThrow(refusal);
});

test("counts the comparisons of rows, faulty rows and earlier imports together", () => {
  const stock = knownCars(145, (mileage) => ({ mileage }));
  const seen: RefusedRow["seen"] = { make: "BMW", model: "3 Series", year: 2018, mileage: 900_000 };
  const refused = many(60, (line) => ({ line, identities: [], isFaulty: true, seen }));
  expect(() => plan({ knownCars: stock, refused })).not.toThrow();
  const comparisons = new ComparisonCount(mostComparisons);
  plan({ knownCars: stock, refused, comparisons });
  expect(() => plan({ knownCars: stock, refused, comparisons })).toThrow(refusal);
});

describe("long descriptions that differ in their last letters", () => {
  const described = (at: number) => `${"x".repeat(4_990)}${at}`.padEnd(5_000, ".");
  const seen: RefusedRow["seen"] = { make: "BMW", model: "3 Series", year: 2018 };
  const refused = many(100, (line) => ({
    line,
    identities: [],
    isFaulty: true,
    seen: { ...seen, mileage: 40_000, description: described(line + 100) },
  }));
  const stock = knownCars(100, (at) => ({ description: described(at), sourcePriceMinor: at }));

  test("count as many comparisons when faulty rows look for their cars", () => {
    expect(() => plan({ knownCars: stock, refused })).toThrow(refusal);
    const short = knownCars(100, (at) => ({ description: `Car ${at}`, sourcePriceMinor: at }));
    expect(plan({ knownCars: short, refused }).changes).toEqual([]);
  });

  test("count as many comparisons when rows are read otherwise", () => {
    const cars = knownCars(100, (at) => ({ description: described(at), fuel: "petrol" }));
    const rows = many(100, (at) => row(null, { description: described(at + 100), fuel: "diesel" }));
    expect(() => plan({ knownCars: cars, rows })).toThrow(refusal);
    const short = rows.map(({ facts }, at) => row(null, { ...facts, description: `Car ${at}` }));
    expect(plan({ knownCars: cars, rows: short }).changes).toHaveLength(200);
  });

  test("count as many comparisons when cars are further driven", () => {
    const cars = knownCars(100, (at) => ({ description: described(at) }));
    const rows = (descriptionOf: (at: number) => string) =>
      many(100, (at) =>
        row(null, {
          description: descriptionOf(at),
          mileage: 40_001 + at,
          sourcePriceMinor: 9,
        }),
      );
    expect(() => plan({ knownCars: cars, rows: rows((at) => described(at + 100)) })).toThrow(
      refusal,
    );
    expect(plan({ knownCars: cars, rows: rows((at) => `Car ${at}`) }).changes).toHaveLength(200);
  });
});

test("plans any number of alike cars that are as they were, or only cheaper or driven further", () => {
  const facts = (at: number) => ({ mileage: 100_000 * at, description: `Car ${at}` });
  const stock = knownCars(500, facts);
  const rows = many(500, (at) => row(null, facts(at)));
  expect(plan({ knownCars: stock, rows })).toMatchObject({ changes: [], unchanged: 500 });
  const driven = rows.map(({ facts: before }) =>
    row(null, { ...before, mileage: before.mileage! + 7 }),
  );
  const { changes } = plan({ knownCars: stock, rows: driven });
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["changed"]));
  const cheaper = knownCars(500, () => ({ mileage: 10 }));
  const priced = many(500, (at) => row(null, { mileage: 10, resalePriceMinor: at + 1 }));
  expect(plan({ knownCars: cheaper, rows: priced }).changes).toHaveLength(500);
});

test("compares twenty million times for a plan", () => {
  const comparisons = new ComparisonCount();
  comparisons.add(20_000_000);
  expect(() => comparisons.add(1)).toThrow(refusal);
});
