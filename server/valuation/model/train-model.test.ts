import { beforeAll, describe, expect, it } from "vitest";
import { decodeModel, encodeModel } from "./model-file.ts";
import { intervalOf, priceEstimator } from "./price-estimator.ts";
import type { PricedCar } from "./calibrate.ts";
import { isHeldOut, trainModel } from "./train-model.ts";
import { testMarket } from "#testing/valuation/market.ts";

const market = testMarket(1_500);
const others = testMarket(500, 99);
let trained: NonNullable<ReturnType<typeof trainModel>>;
beforeAll(() => {
  trained = trainModel(market)!;
});

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
const estimatesOf = (model: typeof trained.model, cars: PricedCar[]) => {
  const { estimate } = priceEstimator(model);
  return cars.map(({ car }) => Math.exp(estimate(car).log));
};
/** The share of cars whose price is in their interval. */
function insideOf(model: typeof trained.model, cars: PricedCar[]): number {
  const { estimate } = priceEstimator(model);
  const inside = cars.filter(({ car, priceMinor }) => {
    const { lowMinor, highMinor } = intervalOf(estimate(car));
    return priceMinor >= lowMinor && priceMinor <= highMinor;
  });
  return inside.length / cars.length;
}

describe("training a price model", () => {
  it("gives the same bytes for the same cars in another order", () => {
    const again = trainModel([...market].reverse())!;
    expect(encodeModel(again.model).equals(encodeModel(trained.model))).toBe(true);
    expect(again.stats).toEqual(trained.stats);
  });

  it("moves every estimate by the share by which all prices move", () => {
    // Many models and round figures, so that some splits are equally good.
    const cars = testMarket(1_500).map(({ car, priceMinor, key }, at) => ({
      key,
      priceMinor: Math.ceil(priceMinor / 100_000) * 100_000,
      car: {
        ...car,
        model: `Model ${(at * 7_919) % 40}`,
        engineSizeCc: 1_000 + 500 * (at % 5),
        miles: Math.ceil(car.miles! / 5_000) * 5_000,
        annualTaxMinor: (at % 11) * 2_000,
        mpg: at % 7 === 0 ? null : 20 + (at % 40),
      },
    }));
    const trainedOn = (times: number) =>
      priceEstimator(
        trainModel(cars.map((car) => ({ ...car, priceMinor: Math.round(car.priceMinor * times) })))!
          .model,
      );
    const before = trainedOn(1);
    const after = trainedOn(1.01);
    const moves = cars.map(({ car }) => after.estimate(car).log - before.estimate(car).log);
    expect(Math.min(...moves)).toBeCloseTo(Math.log(1.01), 9);
    expect(Math.max(...moves)).toBeCloseTo(Math.log(1.01), 9);
  });

  it("estimates cars that it did not see nearly as well as equal cars agree", () => {
    const errors = estimatesOf(trained.model, others).map((estimate, at) =>
      Math.abs(estimate / others[at]!.priceMinor - 1),
    );
    expect(medianOf(errors)).toBeLessThan(0.05);
    expect(trained.stats.medianError).toBeLessThan(0.06);
    expect(trained.stats.trainedOn + trained.stats.heldOut).toBe(market.length);
  });

  it("gives intervals that contain about eight of ten new cars", () => {
    const inside = insideOf(trained.model, others);
    expect(inside).toBeGreaterThan(0.7);
    expect(inside).toBeLessThan(0.9);
  });

  it("measures in each band how many cars it did not see are in the interval", () => {
    // Enough cars for five bands.
    const { stats, model } = trainModel(testMarket(4_000))!;
    expect(stats.bands).toHaveLength(5);
    for (const { cars, coverage } of stats.bands) {
      expect(cars).toBeGreaterThan(60);
      expect(coverage).toBeGreaterThan(0.65);
      expect(coverage).toBeLessThan(0.95);
    }
    // Measured on the cars that calibrated them, the intervals would contain eight of ten in every band.
    const coverages = stats.bands.map(({ coverage }) => coverage!);
    expect(Math.max(...coverages) - Math.min(...coverages)).toBeGreaterThan(0.03);
    const inAll = insideOf(model, testMarket(4_000, 98));
    expect(inAll).toBeGreaterThan(0.77);
    expect(inAll).toBeLessThan(0.83);
  });

  it("moves the median estimate by less than 0.5 % for 2 % of absurd prices", () => {
    for (const absurd of [100, 100_000_000_000]) {
      const planted = market.map((car, at) =>
        at % 50 === 0 ? { ...car, priceMinor: absurd } : car,
      );
      const { model, stats } = trainModel(planted)!;
      const before = medianOf(estimatesOf(trained.model, market));
      const after = medianOf(estimatesOf(model, market));
      expect(Math.abs(after / before - 1)).toBeLessThan(0.005);
      const absurdOnes = planted.filter(
        ({ key, priceMinor }) => priceMinor === absurd && !isHeldOut(key),
      );
      expect(stats.outliers).toBeGreaterThanOrEqual(absurdOnes.length);
    }
  });

  it.each([
    ["one", 1],
    ["two", 2],
  ])(
    "keeps the intervals of a small shop when %s of the cars kept apart have absurd prices",
    (_, count) => {
      const cars = testMarket(170);
      const heldOut = cars.filter(({ key }) => isHeldOut(key));
      const wrong = new Set(heldOut.slice(0, count).map(({ key }) => key));
      const planted = cars.map((car) =>
        wrong.has(car.key) ? { ...car, priceMinor: car.priceMinor * 100 } : car,
      );
      const [before, after] = [cars, planted].map((all) => trainModel(all)!);
      const widthOf = ({ model }: typeof trained) => {
        const { estimate } = priceEstimator(model);
        const widths = others.map(({ car }) => {
          const { lowMinor, highMinor } = intervalOf(estimate(car));
          return highMinor / lowMinor;
        });
        return medianOf(widths);
      };
      expect(widthOf(after!)).toBeLessThan(widthOf(before!) * 1.1);
      expect(widthOf(after!)).toBeGreaterThan(widthOf(before!) * 0.9);
      const { heldOut: testCars, heldOutOutliers, bands } = after!.stats;
      expect([testCars, heldOutOutliers]).toEqual([heldOut.length, count]);
      expect(bands[0]!.coverage).toBeGreaterThan(0.6);
    },
  );

  it("estimates cars that state less nearly as well, where all cars it learned from state more", () => {
    const { estimate, explain } = priceEstimator(trained.model);
    const isInside: boolean[] = [];
    const lessStated = others.map(({ car, priceMinor }) => {
      const less = { ...car, fuel: null, transmission: null, engineSizeCc: null, bodyType: null };
      const explained = explain(less);
      const sum = explained.adjustments.reduce((all, { amountMinor }) => all + amountMinor, 0);
      expect(explained.baseMinor + sum).toBe(explained.estimateMinor);
      isInside.push(priceMinor >= explained.lowMinor && priceMinor <= explained.highMinor);
      return Math.exp(estimate(less).log) / priceMinor - 1;
    });
    const inside = isInside.filter(Boolean).length / others.length;
    expect(inside).toBeGreaterThan(0.7);
    expect(medianOf(lessStated.map(Math.abs))).toBeLessThan(0.06);
    expect(Math.abs(medianOf(lessStated))).toBeLessThan(0.02);
  });

  it("writes and reads a model without a change", () => {
    const bytes = encodeModel(trained.model);
    const read = decodeModel(bytes)!;
    expect(encodeModel(read).equals(bytes)).toBe(true);
    const before = priceEstimator(trained.model);
    const after = priceEstimator(read);
    for (const { car } of others.slice(0, 50))
      expect(after.explain(car)).toEqual(before.explain(car));
    expect(decodeModel(Buffer.from("something else"))).toBeNull();
  });

  it("explains each estimate by amounts that add up to the cent", () => {
    const { explain } = priceEstimator(trained.model);
    for (const { car } of others) {
      const { baseMinor, adjustments, estimateMinor, lowMinor, highMinor } = explain(car);
      const sum = adjustments.reduce((total, { amountMinor }) => total + amountMinor, baseMinor);
      expect(sum).toBe(estimateMinor);
      expect(lowMinor).toBeLessThanOrEqual(estimateMinor);
      expect(highMinor).toBeGreaterThanOrEqual(estimateMinor);
    }
  });

  it("learns nothing from too few cars", () => {
    expect(trainModel(market.slice(0, 120))).toBeNull();
  });
});
