import { describe, expect, test } from "vitest";
import type { Make } from "#shared/makes/all-makes.ts";
import { factsOf, makes } from "#shared/makes/sold-makes.ts";
import { examineVin } from "#shared/vin/vin.ts";
import { flagReadings, type CarReading } from "./car-reading.ts";

const day = 86_400_000;
const start = Date.UTC(2024, 0, 1);
const reading = (given: Partial<CarReading> & { days?: number }): CarReading => ({
  id: 0,
  listingId: "a",
  make: "BMW",
  year: 2018,
  mileage: 50_000,
  unit: "mi",
  at: new Date(start + (given.days ?? 0) * day),
  ...given,
});
const kinds = (...readings: CarReading[]) => flagReadings(readings).map(({ kind }) => kind);

describe("readings of one VIN", () => {
  const before = reading({ mileage: 120_000 });
  const later = { listingId: "b", days: 300 };

  test("with less mileage are flagged, also later ones that are still too low", () => {
    expect(kinds(before, reading({ ...later, mileage: 80_000 }))).toEqual(["mileage"]);
    expect(
      kinds(
        before,
        reading({ ...later, mileage: 80_000 }),
        reading({ listingId: "c", days: 400, mileage: 90_000 }),
      ),
    ).toEqual(["mileage", "mileage"]);
  });

  // The seller may have slipped, but buyers see a wrong number, and a fraud can choose it.
  test.each([
    ["a digit less", 120_000, 12_000],
    ["what would be kilometers in miles", 80_000, 50_000],
    ["what would be kilometers in miles, exactly", 193_121, 120_000],
  ])("with %s in the same unit are flagged", (_, was, is) => {
    const first = reading({ mileage: was });
    const second = reading({ ...later, mileage: is });
    expect(kinds(first, second)).toEqual(["mileage"]);
  });

  test("of another brand or year are flagged", () => {
    expect(kinds(before, reading({ ...later, mileage: 130_000, make: "Audi" }))).toEqual([
      "identity",
    ]);
    expect(kinds(before, reading({ ...later, mileage: 130_000, year: 2012 }))).toEqual([
      "identity",
    ]);
  });

  test.each<[string, CarReading]>([
    ["more mileage", reading({ ...later, mileage: 125_000 })],
    ["a rounded mileage", reading({ ...later, mileage: 119_500 })],
    ["kilometers that were miles", reading({ ...later, mileage: 193_000, unit: "km" })],
    ["the wrong unit", reading({ ...later, mileage: 120_000, unit: "km" })],
    ["the model year of another seller", reading({ ...later, mileage: 121_000, year: 2019 })],
    ["a correction of the same listing", reading({ days: 2, mileage: 102_000 })],
  ])("with %s are not", (_, after) => {
    expect(kinds(before, after)).toEqual([]);
  });
});

describe("corrections of the same listing", () => {
  const chain = (...steps: [days: number, mileage: number][]) =>
    steps.map(([days, mileage], at) => reading({ id: at + 1, days, mileage }));
  const flagsOf = (readings: CarReading[]) =>
    flagReadings(readings).map(({ before, after }) => [before.mileage, after.mileage]);

  test.each<[string, [days: number, mileage: number][]]>([
    [
      "once in its first week",
      [
        [0, 1_200_000],
        [2, 120_000],
      ],
    ],
    [
      "of a missing digit",
      [
        [0, 12_000],
        [2, 120_000],
      ],
    ],
    [
      "of a missing digit in its first week",
      [
        [0, 120_000],
        [2, 12_000],
        [3, 119_500],
      ],
    ],
    [
      "of a missing digit in a later edit",
      [
        [0, 120_000],
        [30, 12_000],
        [31, 120_000],
      ],
    ],
    [
      "of a digit too many in a later edit",
      [
        [0, 120_000],
        [30, 1_200_000],
        [31, 121_000],
      ],
    ],
    [
      "by less than a percent more than once",
      [
        [0, 120_000],
        [2, 119_900],
        [3, 119_500],
      ],
    ],
  ])("are no flags: %s", (_, steps) => {
    expect(flagsOf(chain(...steps))).toEqual([]);
  });

  test.each<[string, [days: number, mileage: number][], [number, number][]]>([
    [
      "step by step",
      [
        [0, 120_000],
        [6, 100_000],
        [12, 80_000],
      ],
      [[100_000, 80_000]],
    ],
    [
      "twice in the first week",
      [
        [0, 120_000],
        [2, 100_000],
        [4, 80_000],
      ],
      [[100_000, 80_000]],
    ],
    [
      "after a return to the first mileage",
      [
        [0, 120_000],
        [1, 100_000],
        [2, 120_000],
        [3, 80_000],
      ],
      [[120_000, 80_000]],
    ],
    [
      "after the first week",
      [
        [0, 120_000],
        [8, 100_000],
      ],
      [[120_000, 100_000]],
    ],
  ])("are flagged: %s", (_, steps, flags) => {
    expect(flagsOf(chain(...steps))).toEqual(flags);
  });

  test("in many small steps are flagged, whenever they are made", () => {
    for (const days of [0.1, 6])
      expect(
        flagsOf(
          chain(
            ...Array.from({ length: 40 }, (_, at): [number, number] => [
              at * days,
              120_000 - at * 1_000,
            ]),
          ),
        ).at(-1),
      ).toEqual([119_000, 81_000]);
  });

  test("do not hide it from the next listing", () => {
    const readings = chain([0, 120_000], [6, 100_000], [12, 80_000]);
    const next = reading({ id: 9, listingId: "b", days: 30, mileage: 80_000 });
    expect(flagsOf([...readings, next])).toEqual([
      [100_000, 80_000],
      [100_000, 80_000],
    ]);
  });
});

test("finds at least 95 % of 200 frauds among 1,000 honest cars, and 90 % of what it finds is one", () => {
  const random = seeded(200);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <Item>(from: readonly Item[]) => from[upTo(from.length)]!;
  let serial = 0;
  const vinOf = (make: Make) =>
    `${factsOf(make).manufacturerCodes[0]}ZZZ8K9AA${String(++serial).padStart(6, "0")}`.slice(
      0,
      17,
    );

  type Past = { vin: string; isLive: boolean; readings: CarReading[] };
  const cars = Array.from({ length: 1_200 }, (_, at): Past => {
    const make = pick(makes);
    const mileage = 20_000 + upTo(150_000);
    const first = reading({
      listingId: `old ${at}`,
      make,
      year: 2008 + upTo(15),
      mileage,
      unit: pick(["mi", "km"] as const),
      days: upTo(200),
    });
    return { vin: vinOf(make), isLive: random() < 0.3, readings: [first] };
  });

  const isFound = (past: Past, vin: string, now: CarReading) => {
    const { fault, question } = examineVin(vin, now);
    return (
      fault !== null ||
      question !== null ||
      past.isLive ||
      flagReadings([...past.readings, now]).length > 0
    );
  };
  const next = (past: Past, given: Partial<CarReading>) =>
    reading({ ...past.readings[0]!, listingId: "new", at: new Date(start + 600 * day), ...given });

  const foundOfKind = [0, 0, 0, 0];
  let falselyFound = 0;
  cars.slice(0, 200).forEach((past, at) => {
    const [before] = past.readings;
    const frauds = [
      // A clean car's VIN on another car.
      () =>
        isFound({ ...past, isLive: false }, past.vin, {
          ...next(past, { mileage: 20_000 + upTo(150_000) }),
          make: pick(makes),
          year: 2008 + upTo(15),
        }),
      // A rolled back odometer.
      () =>
        isFound(
          { ...past, isLive: false },
          past.vin,
          next(past, { mileage: Math.round(before!.mileage * (0.25 + random() * 0.6)) }),
        ),
      // The same car for sale twice.
      () => isFound({ ...past, isLive: true }, past.vin, next(past, {})),
      // A VIN of another manufacturer.
      () => {
        const vin = `VF1${past.vin.slice(3)}`;
        return isFound({ vin, isLive: false, readings: [] }, vin, next(past, {}));
      },
    ];
    if (frauds[at % frauds.length]!()) foundOfKind[at % frauds.length]! += 1;
  });
  cars.slice(200).forEach((past, at) => {
    const [before] = past.readings;
    const driven = before!.mileage + upTo(20_000);
    const honest: (() => Partial<CarReading>)[] = [
      () => ({ mileage: driven }),
      () => ({ mileage: Math.round(before!.mileage / 1_000) * 1_000 }),
      // The right number in the wrong unit, or converted and rounded.
      () => ({ mileage: before!.mileage, unit: before!.unit === "mi" ? "km" : "mi" }),
      () =>
        before!.unit === "mi"
          ? { mileage: Math.round(before!.mileage * 1.609), unit: "km" }
          : { mileage: Math.round(before!.mileage / 1.609), unit: "mi" },
      // Another model year.
      () => ({ mileage: driven, year: before!.year! + 1 }),
    ];
    // A car that was sold before is not live when it comes back.
    const sold = { ...past, isLive: false };
    if (isFound(sold, past.vin, next(past, honest[at % honest.length]!()))) falselyFound += 1;
  });
  const flagCount = foundOfKind.reduce((sum, one) => sum + one, 0);
  expect(flagCount / 200).toBeGreaterThanOrEqual(0.95);
  // Each rule has to find its kind, because the others find most cars by chance.
  expect(Math.min(...foundOfKind) / 50).toBeGreaterThanOrEqual(0.9);
  expect(flagCount / (flagCount + falselyFound)).toBeGreaterThanOrEqual(0.9);
});

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
