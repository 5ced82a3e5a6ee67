import { beforeAll, describe, expect, it } from "vitest";
import type { PricedCar } from "./calibrate.ts";
import { trainMarket } from "./market-model.ts";
import { decodeModel, encodeModel } from "./model-file.ts";
import { priceEstimator } from "./price-estimator.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { trainModel } from "./train-model.ts";

const cars = testMarket(1_800);
const audis = cars.filter(({ car }) => car.make === "Audi");
const bmws = cars.filter(({ car }) => car.make === "BMW");
const others = cars.filter(({ car }) => car.make !== "Audi");
const unseen = testMarket(1_500, 99).filter(({ car }) => car.make === "Audi");
const train = (some: PricedCar[]) => trainModel(some)!.model;

describe("a make with few cars", () => {
  let model: ReturnType<typeof train>;
  beforeAll(() => {
    model = train([...others, ...audis.slice(0, 20)]);
  });

  it("is estimated from the cars of other makes, with an interval that contains eight of ten", () => {
    const { market } = priceEstimator(model);
    expect([...market!.keys()]).toEqual(["Audi"]);
    const { explain, cars: learned, medianError } = market!.get("Audi")!;
    expect(learned).toBeGreaterThan(0.85 * others.length);
    expect(learned).toBeLessThan(0.95 * others.length);
    const explained = unseen.map(({ car, priceMinor }) => ({ ...explain(car), priceMinor }));
    const inside = explained.filter(
      ({ lowMinor, highMinor, priceMinor }) => priceMinor >= lowMinor && priceMinor <= highMinor,
    );
    expect(inside.length / unseen.length).toBeGreaterThan(0.7);
    expect(inside.length / unseen.length).toBeLessThan(0.9);
    const errors = explained.map(({ estimateMinor, priceMinor }) =>
      Math.abs(estimateMinor / priceMinor - 1),
    );
    const median = errors.sort((a, b) => a - b)[errors.length >> 1]!;
    const bias = explained
      .map(({ estimateMinor, priceMinor }) => Math.log(priceMinor / estimateMinor))
      .sort((a, b) => a - b)[unseen.length >> 1]!;
    // They cost 30 % less than such cars of the other makes, and the few of them say so.
    expect(Math.abs(bias)).toBeLessThan(0.2);
    // The other makes count, too.
    expect(medianError / median).toBeGreaterThan(0.5);
    expect(medianError / median).toBeLessThan(2);
  });

  it("is explained by amounts that add up to the cent, with any fact missing", () => {
    const { explain } = priceEstimator(model).market!.get("Audi")!;
    for (const [at, { car }] of unseen.entries()) {
      const fact = (["fuel", "transmission", "engineSizeCc", "bodyType", "model"] as const)[
        at % 5
      ]!;
      const { baseMinor, adjustments, estimateMinor, lowMinor, highMinor } = explain({
        ...car,
        [fact]: null,
      });
      const sum = adjustments.reduce((total, { amountMinor }) => total + amountMinor, baseMinor);
      expect(sum).toBe(estimateMinor);
      expect(lowMinor).toBeLessThanOrEqual(estimateMinor);
      expect(highMinor).toBeGreaterThanOrEqual(estimateMinor);
    }
  });

  it("does not change what other makes are estimated at", () => {
    const { market: _market, ...without } = model;
    const own = priceEstimator(model);
    const plain = priceEstimator(without);
    for (const { car } of others.slice(0, 200))
      expect(own.explain(car)).toEqual(plain.explain(car));
  });

  it("gives the same bytes for the same cars in another order, and reads them without a change", () => {
    const bytes = encodeModel(model);
    const again = train([...audis.slice(0, 20), ...others].reverse());
    expect(encodeModel(again).equals(bytes)).toBe(true);
    const read = decodeModel(bytes)!;
    expect(encodeModel(read).equals(bytes)).toBe(true);
    const estimator = (from: typeof model) => priceEstimator(from).market!.get("Audi")!;
    for (const { car } of unseen.slice(0, 50))
      expect(estimator(read).explain(car)).toEqual(estimator(model).explain(car));
  });
});

const marketOf = (some: PricedCar[]) => trainMarket(some, some, []);

it("is not moved by absurd prices among the few cars", () => {
  const few = audis.slice(0, 20);
  const highest = (some: PricedCar[]) => {
    const { shift, quantiles } = marketOf([...others, ...some])!.makes[0]!;
    return shift + quantiles[3];
  };
  const absurd = few.map((car, at) =>
    at % 5 === 0 ? { ...car, priceMinor: 100_000_000_000 } : car,
  );
  expect(Math.abs(highest(absurd) - highest(few))).toBeLessThan(0.15);
});

describe("makes that are estimated from other makes", () => {
  it.each<[string, PricedCar[], string[]]>([
    ["none, if every make has many cars", cars, []],
    ["the third, if two makes have many cars", others, ["Audi"]],
    ["one with 20 cars, beside one make", [...bmws, ...audis.slice(0, 20)], ["Audi"]],
    ["not one with 19 cars, beside one make", [...bmws, ...audis.slice(0, 19)], []],
    ["none, if all cars are of one make", bmws, []],
    [
      "none, if there are too few cars of others",
      [...bmws.slice(0, 140), ...audis.slice(0, 20)],
      [],
    ],
  ])("are %s", (_, some, estimated) => {
    expect(marketOf(some)?.makes.map(({ make }) => make) ?? []).toEqual(estimated);
  });
});
