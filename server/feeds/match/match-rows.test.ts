import { describe, expect, test } from "vitest";
import { carRow as row } from "#testing/feeds/car-rows.ts";
import type { CarRow, KnownCar } from "../feed-facts.ts";
import { planSync, type RefusedRow, type SyncInput } from "../plan/plan-sync.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const plan = (cars: readonly KnownCar[], rows: readonly CarRow[], more: Partial<SyncInput> = {}) =>
  planSync({ knownCars: cars, rows, refused: [], isComplete: true, feedWins: new Set(), ...more });
const knownCar = (identity: string, facts: FeedFacts, more: Partial<KnownCar> = {}): KnownCar => ({
  identity,
  listingId: `listing of ${identity}`,
  isRetired: false,
  keptReason: null,
  feedFacts: facts,
  shown: facts,
  ...more,
});
/** The cars of a first feed. */
const listed = (rows: readonly CarRow[]) =>
  plan([], rows).changes.flatMap((change) =>
    change.kind === "added" ? knownCar(change.identity, change.facts) : [],
  );

describe("a stock number that another car gets", () => {
  const vin = "WBA8B9G50HNU50001";
  const before = listed([
    row("stock 1", { vin }),
    ...[2, 3, 4, 5, 6].map((number) => row(`stock ${number}`)),
  ]);
  const rest = [2, 3, 4, 5, 6].map((number) => row(`stock ${number}`));
  const another = { vin: "WBA3A5C50CF256789", mileage: 90_000, resalePriceMinor: 900_000 };

  test("retires the first car and lists the other one, which then stays", () => {
    const again = row("stock 1", another);
    const next = plan(before, [again, ...rest]);
    expect(next.changes).toMatchObject([
      { kind: "added", facts: another },
      { kind: "retired", listingId: "listing of stock 1" },
    ]);
    const [added] = next.changes;
    const after = [
      ...before.map((car, at) => ({ ...car, isRetired: at === 0 })),
      knownCar(added!.identity, again.facts),
    ];
    expect(plan(after, [again, ...rest])).toMatchObject({ changes: [], unchanged: 6 });
    // When the first car is back under its number, it has its listing again.
    expect(plan(after, [row("stock 1", { vin }), ...rest]).changes).toMatchObject([
      { kind: "relisted", listingId: "listing of stock 1" },
      { kind: "retired", identity: added!.identity },
    ]);
  });

  test("lists the other one although the first car was sold here", () => {
    const sold = before.map((car, at) =>
      at === 0 ? { ...car, keptReason: "booked" as const } : car,
    );
    const next = plan(sold, [row("stock 1", another), ...rest]);
    expect(next.changes).toMatchObject([{ kind: "added", facts: another }]);
    expect(next.keptChanges).toMatchObject([{ listingId: "listing of stock 1", change: "gone" }]);
  });

  test("is one car if a typing error in the VIN was corrected, or the VIN is new", () => {
    for (const corrected of ["WBA8B9G50HNU50007", "WBA8B9G05HNU50001"])
      expect(plan(before, [row("stock 1", { vin: corrected }), ...rest]).changes).toMatchObject([
        { kind: "changed", listingId: "listing of stock 1", fields: ["vin"] },
      ]);
    const unstated = listed([row("stock 1"), ...rest]);
    expect(plan(unstated, [row("stock 1", { vin }), ...rest]).changes).toMatchObject([
      { kind: "changed", fields: ["vin"] },
    ]);
  });

  test.each<[string, Partial<FeedFacts>, string[]]>([
    ["make and year", { make: "Audi", model: "A4", year: 2021 }, ["added", "retired"]],
    [
      "model, year and a lower mileage",
      { model: "X5", year: 2021, mileage: 9 },
      ["added", "retired"],
    ],
    ["only the year", { year: 2017 }, ["changed"]],
    ["only the model", { model: "320d" }, ["changed"]],
  ])("without VINs is another car by %s", (_, facts, kinds) => {
    const unstated = listed([row("stock 1"), ...rest]);
    expect(
      plan(unstated, [row("stock 1", facts), ...rest]).changes.map(({ kind }) => kind),
    ).toEqual(kinds);
  });

  test("keeps both listings when two cars swap their numbers", () => {
    const pair = listed([row("stock 1", { vin }), row("stock 2", another)]);
    const swapped = (number: number, facts: Partial<FeedFacts>): CarRow => ({
      ...row(`stock ${number}`, facts),
      identities: [`stock ${number}`, `vin ${facts.vin}`],
    });
    const next = plan(pair, [swapped(1, another), swapped(2, { vin })]);
    expect(next.changes).toMatchObject([
      { kind: "changed", listingId: "listing of stock 2", fields: [] },
      { kind: "changed", listingId: "listing of stock 1", fields: [] },
    ]);
    const identities = next.changes.map(({ identity }) => identity);
    // None is the other car's until now, because the changes are applied one after another.
    expect(new Set([...identities, "stock 1", "stock 2"]).size).toBe(4);
  });
});

describe("a faulty row without a number", () => {
  const cars = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000].map((mileage) =>
    row(null, { mileage, sourcePriceMinor: mileage }),
  );
  const before = listed(cars);
  const faulty = (seen: RefusedRow["seen"], more: Partial<RefusedRow> = {}): RefusedRow => ({
    line: 7,
    identities: [],
    isFaulty: true,
    ...(seen && { seen }),
    ...more,
  });
  const bmw = { make: "BMW", model: "3 series", year: 2018 } as const;
  const keptMileages = (refused: RefusedRow[], rows = cars.slice(2)) =>
    plan(before, rows, { refused }).keptChanges.map(
      ({ listingId }) => before.find((car) => car.listingId === listingId)!.feedFacts.mileage,
    );

  test("keeps the most similar car that is gone, and one car at most", () => {
    expect(keptMileages([faulty({ ...bmw, sourcePriceMinor: 20_000 })])).toEqual([20_000]);
    expect(keptMileages([faulty({ ...bmw, mileage: 10_000 })])).toEqual([10_000]);
    const next = plan(before, cars.slice(2), { refused: [faulty(bmw)] });
    expect(next.keptChanges).toMatchObject([{ change: "gone", hold: "refused" }]);
    expect(next.changes.map(({ kind }) => kind)).toEqual(["retired"]);
  });

  test("keeps a car each, if there are several rows", () => {
    const refused = [faulty(bmw), faulty({ ...bmw, sourcePriceMinor: 10_000 }), faulty(bmw)];
    expect(keptMileages(refused).toSorted()).toEqual([10_000, 20_000]);
  });

  test("keeps no car that it cannot be", () => {
    const others: RefusedRow["seen"][] = [
      { ...bmw, make: "Audi" },
      { ...bmw, model: "5 Series" },
      { ...bmw, year: 2017 },
      { ...bmw, mileage: 5_000 },
      { ...bmw, mileage: 35_000 },
      // One fact alone says too little, such as that of a footer in a feed of one make.
      { make: "BMW" },
      {},
      undefined,
    ];
    for (const seen of others) expect(keptMileages([faulty(seen)])).toEqual([]);
    // The row of a damaged car is no fault.
    expect(keptMileages([faulty(bmw, { isFaulty: false })])).toEqual([]);
  });

  test("keeps no car with a stock number while other rows have stock numbers", () => {
    const numbered = [1, 2, 3, 4, 5, 6].map((number) => row(`stock ${number}`));
    const refused = [faulty(bmw)];
    expect(plan(listed(numbered), numbered.slice(1), { refused }).keptChanges).toEqual([]);
  });
});
