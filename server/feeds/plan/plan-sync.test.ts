import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carRow as row } from "#testing/feeds/car-rows.ts";
import { withFields, type CarRow, type KnownCar } from "../feed-facts.ts";
import { planSync, type SyncInput, type SyncPlan } from "./plan-sync.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const plan = (
  knownCars: readonly KnownCar[],
  rows: readonly CarRow[],
  more: Partial<SyncInput> = {},
) => planSync({ knownCars, rows, refused: [], isComplete: true, feedWins: new Set(), ...more });

/** What the shop has after a plan was applied. */
function applied(knownCars: readonly KnownCar[], { changes }: SyncPlan): KnownCar[] {
  const cars = new Map(knownCars.map((car) => [car.identity, car]));
  for (const change of changes) {
    const { identity } = change;
    const before = "identityBefore" in change ? change.identityBefore : identity;
    const car = cars.get(before);
    cars.delete(before);
    if (change.kind === "retired") cars.set(identity, { ...car!, isRetired: true });
    else {
      const fields = "fields" in change ? change.fields : [];
      const shown = car ? withFields(car.shown, change.facts, fields) : change.facts;
      cars.set(identity, {
        identity,
        listingId: car?.listingId ?? `listing of ${identity}`,
        isRetired: false,
        keptReason: car?.keptReason ?? null,
        feedFacts: change.facts,
        shown,
      });
    }
  }
  return [...cars.values()];
}

const onSale = (cars: readonly KnownCar[]) => cars.filter(({ isRetired }) => !isRetired);
const kinds = ({ changes }: SyncPlan) => changes.map(({ kind }) => kind);
const twelve = Array.from({ length: 12 }, (_, at) => row(`stock ${at}`, { mileage: at * 1_000 }));
const knownCars = applied([], plan([], twelve));

test("lists every car of a first feed, and changes nothing when it comes again", () => {
  expect(onSale(knownCars)).toHaveLength(12);
  expect(plan(knownCars, twelve)).toMatchObject({
    changes: [],
    unchanged: 12,
    keptChanges: [],
    review: [],
  });
});

test("updates a car whose price, mileage and color changed", () => {
  const changed = { resalePriceMinor: 1_400_000, mileage: 40_200, colour: "black" };
  const next = plan(knownCars, [row("stock 0", changed), ...twelve.slice(1)]);
  expect(next.changes).toHaveLength(1);
  expect(next.changes[0]).toMatchObject({
    kind: "changed",
    identity: "stock 0",
    fields: ["mileage", "colour", "resalePriceMinor"],
    differs: [],
  });
});

test("retires a car that is gone, and relists it when it comes back", () => {
  const nextPlan = plan(knownCars, twelve.slice(1));
  expect(nextPlan.changes).toEqual([
    {
      kind: "retired",
      identity: "stock 0",
      listingId: "listing of stock 0",
      line: null,
      shown: twelve[0]!.facts,
    },
  ]);
  const back = plan(applied(knownCars, nextPlan), twelve);
  expect(kinds(back)).toEqual(["relisted"]);
});

test("keeps a booked car as it is, and says so", () => {
  const booked = knownCars.map((car, at) =>
    at < 2 ? { ...car, keptReason: "booked" as const } : car,
  );
  const rows = [row("stock 1", { resalePriceMinor: 1 }), ...twelve.slice(2)];
  const next = plan(booked, rows);
  expect(next.changes).toEqual([]);
  expect(next.keptChanges.map(({ identity, change }) => [identity, change])).toEqual([
    ["stock 1", "changed"],
    ["stock 0", "gone"],
  ]);
});

test.each([
  ["empty", [], true],
  ["incomplete", twelve.slice(3), false],
] as const)("retires nothing when the feed is %s", (reason, rows, isComplete) => {
  expect(plan(knownCars, rows, { isComplete })).toMatchObject({ changes: [], keepsGone: reason });
});

test("waits for a person before it retires more than a fifth or reprices many", () => {
  expect(plan(knownCars, twelve.slice(2)).review).toEqual([]);
  expect(plan(knownCars, twelve.slice(3)).review).toEqual([
    { reason: "many_retired", cars: 3, of: 12 },
  ]);
  const repriced = twelve.map((one, at) =>
    at < 3 ? row(one.identities[0]!, { ...one.facts, resalePriceMinor: 900_000 }) : one,
  );
  expect(plan(knownCars, repriced).review).toEqual([{ reason: "many_repriced", cars: 3, of: 12 }]);
});

test("does not wait for exactly a fifth, or for prices that change by exactly 30 %", () => {
  const ten = twelve.slice(2);
  const knownTen = applied([], plan([], ten));
  expect(plan(knownTen, ten.slice(2)).review).toEqual([]);
  const priced = (cars: number, resalePriceMinor: number) =>
    ten.map((one, at) =>
      at < cars ? row(one.identities[0]!, { ...one.facts, resalePriceMinor }) : one,
    );
  expect(plan(knownTen, priced(10, 1_050_000)).review).toEqual([]);
  expect(plan(knownTen, priced(2, 1_049_999)).review).toEqual([]);
  expect(plan(knownTen, priced(3, 1_049_999)).review).toEqual([
    { reason: "many_repriced", cars: 3, of: 10 },
  ]);
});

test("cars that rows name by their id here count for what is unusual", () => {
  const own = knownCars.map((car, at) => ({
    ...car,
    listingId: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  }));
  const rows = (repriced: number) =>
    own.map(({ listingId, shown }, at) =>
      row(`stock ${listingId}`, {
        ...shown,
        resalePriceMinor: shown.resalePriceMinor! * (at < repriced ? 2 : 1),
      }),
    );
  expect(plan([], rows(2), { own })).toMatchObject({ changes: [{}, {}], review: [] });
  expect(plan([], rows(3), { own }).review).toEqual([{ reason: "many_repriced", cars: 3, of: 12 }]);
});

describe("a car that its seller changed by hand", () => {
  const edited = knownCars.map((car, at) =>
    at === 0 ? { ...car, shown: { ...car.shown, resalePriceMinor: 1_450_000 } } : car,
  );
  const rows = [row("stock 0", { mileage: 0, resalePriceMinor: 1_300_000, colour: "red" })].concat(
    twelve.slice(1),
  );

  test("keeps the seller's value until the feed may replace it", () => {
    expect(plan(edited, rows).changes).toMatchObject([
      { fields: ["colour"], differs: ["resalePriceMinor"] },
    ]);
    expect(plan(edited, rows, { feedWins: new Set(["resalePriceMinor"]) }).changes).toMatchObject([
      { fields: ["colour", "resalePriceMinor"], differs: [] },
    ]);
  });

  test("is no news while the feed says the same as before", () => {
    expect(plan(edited, twelve).changes).toEqual([]);
  });
});

describe("details", () => {
  const details = { powerKw: 140, doors: 5, options: ["Sat nav", "Tow bar"] };
  const detailed = twelve.map((one) => row(one.identities[0]!, { ...one.facts, details }));

  test("that a feed states for the first time change nothing else and need no confirmation", () => {
    const next = plan(knownCars, detailed);
    expect(next).toMatchObject({ unchanged: 0, keptChanges: [], review: [] });
    const fields = next.changes.map((change) => "fields" in change && change.fields);
    expect(fields).toEqual(twelve.map(() => ["powerKw", "doors", "options"]));
    expect(plan(applied(knownCars, next), detailed)).toMatchObject({ changes: [], unchanged: 12 });
  });

  test("that differ are a change of the car, each on its own", () => {
    const before = applied([], plan([], detailed));
    const changed = { powerKw: 140, doors: 3, options: ["Sat nav"] };
    const [first, ...others] = detailed;
    const next = plan(before, [row("stock 0", { ...first!.facts, details: changed }), ...others]);
    expect(next).toMatchObject({ unchanged: 11, changes: [{ fields: ["doors", "options"] }] });
  });

  test("that the seller changed by hand stay, and the others follow the feed", () => {
    const before = applied([], plan([], detailed)).map((car) => ({
      ...car,
      shown: { ...car.shown, details: { ...details, doors: 3 } },
    }));
    const statedDetails = { powerKw: 150, doors: 4 };
    const rows = detailed.map((one) =>
      row(one.identities[0]!, { ...one.facts, details: statedDetails }),
    );
    const next = plan(before, rows);
    expect(next.changes[0]).toMatchObject({ fields: ["powerKw", "options"], differs: ["doors"] });
    expect(applied(before, next)[0]!.shown.details).toEqual({ powerKw: 150, doors: 3 });
  });

  test("without a column in a list by id stay as they are", () => {
    const listingId = "00000000-0000-4000-8000-000000000001";
    const own = [{ ...knownCars[0]!, listingId, shown: { ...knownCars[0]!.shown, details } }];
    const edit = row(`stock ${listingId}`, { ...knownCars[0]!.shown, resalePriceMinor: 1_300_000 });
    const unstated = ["powerKw", "options"] as const;
    const next = plan([], [{ ...edit, unstated }], { own });
    expect(next.changes).toMatchObject([{ fields: ["resalePriceMinor", "doors"] }]);
  });
});

describe("cars without a number", () => {
  const rows = [
    row(null, { mileage: 10_000 }),
    row(null, { mileage: 20_000 }),
    row(null, { mileage: 20_000, description: "Heated seats" }),
  ];
  const before = applied([], plan([], rows));

  test("are told apart by what differs", () => {
    expect(onSale(before)).toHaveLength(3);
    expect(plan(before, rows.toReversed()).changes).toEqual([]);
  });

  test("lists a row that repeats another with both lines", () => {
    const [first] = rows;
    const again = { ...first!, line: 99 };
    expect(plan(before, [...rows, again]).repeated).toEqual([
      { line: 99, firstLine: first!.line, fields: [] },
    ]);
  });

  test("stay the same car when they are driven a little or get cheaper", () => {
    const next = plan(before, [
      row(null, { mileage: 10_900, resalePriceMinor: 1_450_000, sourcePriceMinor: 1_450_000 }),
      ...rows.slice(1),
    ]);
    expect(kinds(next)).toEqual(["changed"]);
  });

  test("are another car when the mileage fell", () => {
    const next = plan(before, [row(null, { mileage: 5_000 }), ...rows.slice(1)]);
    expect(kinds(next).toSorted()).toEqual(["added", "retired"]);
  });
});

test("lists the rows of one stock number with what differs", () => {
  const again = row("stock 0", { mileage: 0, colour: "red" });
  expect(plan(knownCars, [...twelve, again]).repeated).toEqual([
    {
      line: again.line,
      firstLine: twelve[0]!.line,
      fields: ["colour"],
      values: { first: { colour: null }, again: { colour: "red" } },
    },
  ]);
});

describe("a row that is refused", () => {
  const refused = (isFaulty: boolean) => [{ line: 7, identities: ["stock 0"], isFaulty }];

  test("keeps its car if the row can be corrected", () => {
    const next = plan(knownCars, twelve.slice(1), { refused: refused(true) });
    expect(next.changes).toEqual([]);
    expect(next.keptChanges).toMatchObject([
      { identity: "stock 0", change: "gone", hold: "refused" },
    ]);
  });

  test("retires its car if it is damaged", () => {
    const next = plan(knownCars, twelve.slice(1), { refused: refused(false) });
    expect(next.changes).toMatchObject([{ kind: "retired", identity: "stock 0", line: 7 }]);
  });
});

describe("a row that says that its car is sold", () => {
  const sold = (...identities: string[]) => [
    { line: 7, identities, isFaulty: false, isSold: true },
  ];
  const retired = [{ kind: "retired", identity: "stock 0", line: 7 }];

  test("retires its car", () => {
    const next = plan(knownCars, twelve.slice(1), { refused: sold("stock 0") });
    expect(next).toMatchObject({ changes: retired, review: [] });
  });

  test("retires its car in an incomplete file, too, but no other", () => {
    const input = { refused: sold("stock 0"), isComplete: false };
    expect(plan(knownCars, twelve.slice(2), input)).toMatchObject({
      changes: retired,
      keepsGone: "incomplete",
    });
  });

  test("waits for a person if more than a fifth of the cars would be retired", () => {
    const refused = twelve.slice(0, 3).flatMap(({ identities }) => sold(...identities));
    expect(plan(knownCars, [], { refused })).toMatchObject({
      keepsGone: "empty",
      review: [{ reason: "many_retired", cars: 3, of: 12 }],
    });
  });
});

describe("a feed whose identities change", () => {
  const numbered = (one: CarRow, ...identities: string[]) => ({ ...one, identities });
  const unnumbered = [
    row(null, { mileage: 10_000 }),
    row(null, { mileage: 20_000, vin: "WBA12345678901234" }),
  ];
  const before = applied([], plan([], unnumbered));

  test("keeps its listings when it gains stock numbers", () => {
    const rows = unnumbered.map((one, at) => numbered(one, `stock ${at}`));
    const next = plan(before, rows);
    expect(next.changes).toMatchObject([
      { kind: "changed", identity: "stock 0", fields: [] },
      { kind: "changed", identity: "stock 1", fields: [] },
    ]);
    expect(plan(applied(before, next), rows).changes).toEqual([]);
  });

  test("keeps a car whose row cannot be read when it gains stock numbers", () => {
    const [first] = unnumbered;
    const seen = { make: "BMW", model: "3 Series", year: 2018, mileage: 20_000 } as const;
    const refused = (identity: string) => [
      { line: 9, identities: [identity], isFaulty: true, seen },
    ];
    const rows = [numbered(first!, "stock 0")];
    const next = plan(before, rows, { refused: refused("stock 1") });
    expect(next.keptChanges).toMatchObject([{ change: "gone", hold: "refused" }]);
    expect(kinds(next)).toEqual(["changed"]);
    // A row that repeats the number of another car says nothing about this one.
    const repeated = plan(before, rows, { refused: refused("stock 0") });
    expect(kinds(repeated)).toEqual(["changed", "retired"]);
  });

  test("finds a car by its VIN when its price and mileage change with the stock number", () => {
    const facts = { mileage: 29_000, resalePriceMinor: 900_000, vin: "WBA12345678901234" };
    const rows = [unnumbered[0]!, numbered(row(null, facts), "stock 1", "vin WBA12345678901234")];
    expect(plan(before, rows).changes).toMatchObject([
      { kind: "changed", identity: "stock 1", fields: ["mileage", "resalePriceMinor"] },
    ]);
  });

  test("keeps its listings when it loses its stock numbers", () => {
    const rows = twelve.map((one) => numbered(one));
    expect(plan(knownCars, rows).changes).toEqual([]);
  });

  test("takes two cars with different VINs for two cars", () => {
    const other = row(null, { mileage: 20_000, vin: "WBA99999999999999" });
    expect(kinds(plan(before, [unnumbered[0]!, other])).toSorted()).toEqual(["added", "retired"]);
  });

  test("keeps its listings when the unit of the mileage is corrected", () => {
    const rows = unnumbered.map((one) => ({
      ...one,
      facts: { ...one.facts, mileageUnit: "km" as const },
    }));
    expect(plan(before, rows).changes).toMatchObject([
      { kind: "changed", fields: ["mileageUnit"] },
      { kind: "changed", fields: ["mileageUnit"] },
    ]);
  });
});

test("relists one of two cars that are alike, and then keeps it", () => {
  const same = { mileage: 10_500, colour: null };
  const other = row(null, { mileage: 10_000, colour: "black" });
  let cars = applied([], plan([], [row("stock 1", same), row(null, same), other]));
  cars = applied(cars, plan(cars, [other]));
  const again = [row(null, same)];
  cars = applied(cars, plan(cars, again));
  expect(onSale(cars)).toHaveLength(1);
  expect(plan(cars, again).changes).toEqual([]);
});

test("after any series of feeds, the cars on sale are those of the last one", () => {
  const car = fc.record({
    identity: fc.option(
      fc.integer({ min: 1, max: 8 }).map((n) => `stock ${n}`),
      { nil: null },
    ),
    mileage: fc.constantFrom(10_000, 10_500, 30_000),
    price: fc.constantFrom(1_000_000, 1_050_000, 2_000_000),
    colour: fc.constantFrom("black", "red", null),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(car, { minLength: 1, maxLength: 12 }), { maxLength: 6 }),
      (days) => {
        let cars: KnownCar[] = [];
        for (const day of days) {
          const rows = day.map(({ identity, mileage, price, colour }) =>
            row(identity, { mileage, colour, resalePriceMinor: price, sourcePriceMinor: price }),
          );
          const next = plan(cars, rows);
          cars = applied(cars, next);
          const repeats = new Set(next.repeated.map((repeat) => repeat.line));
          const wanted = rows.filter((one) => !repeats.has(one.line)).map((one) => one.facts);
          const text = (one: FeedFacts) => JSON.stringify(one);
          expect(
            onSale(cars)
              .map(({ shown }) => text(shown))
              .toSorted(),
          ).toEqual(wanted.map(text).toSorted());
          // Nothing is left to change.
          expect(plan(cars, rows).changes).toEqual([]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
