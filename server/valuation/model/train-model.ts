import type { Make } from "#shared/makes/all-makes.ts";
import { binColumns, chooseBins, type Bins } from "./bin-features.ts";
import { boostTrees, quantile, type BoostOptions } from "./boost-trees.ts";
import { calibrate, measureCoverage, type PricedCar } from "./calibrate.ts";
import { trainMarket } from "./market-model.ts";
import type { MarketModel, PriceModel } from "./model-file.ts";
import { measureUnknown } from "./measure-unknown.ts";
import { bandOf, priceEstimator } from "./price-estimator.ts";
import { sumOfLeaves, type Trees } from "./trees.ts";

type BandStats = {
  fromMinor: number;
  cars: number;
  medianError: number;
  /**
   * The share of cars whose price is in the 80 % interval; null without cars. Versions from before it was measured have
   * none.
   */
  coverage?: number | null;
};
export type ModelStats = {
  /** Cars that the trees were grown from. */
  trainedOn: number;
  /** Cars whose price was too far from all others like them. They were not used. */
  outliers: number;
  /** Cars kept apart to measure the error and the intervals. */
  heldOut: number;
  /**
   * Those of them whose price was too far from all others like them: intervals and their coverage are measured without
   * them. Versions from before they were left out have none.
   */
  heldOutOutliers?: number;
  /** The median of |estimate / price − 1| among the cars kept apart. */
  medianError: number;
  bands: BandStats[];
  /**
   * Makes that are estimated from `others` cars of other makes. Versions from before there were such estimates have
   * none.
   */
  market?: { make: Make; cars: number; others: number; medianError: number }[];
};

/** With fewer cars, of which a tenth is kept apart, nothing can be learned about prices. */
export const neededCars = 170;
const heldOutShare = 0.1;
/** A category with fewer cars counts as missing: the car is then compared by make, or with the whole market. */
const fewestPerCategory = 5;

const priceOptions: BoostOptions = {
  trees: 450,
  rate: 0.12,
  leaves: 31,
  fewestPerLeaf: 5,
  shrink: 1,
  shrinkCategories: 10,
  carShare: 0.7,
  featureShare: 0.75,
  clipAt: 0.9,
  seed: 1,
};
const roughOptions: BoostOptions = { ...priceOptions, trees: 80, rate: 0.2, leaves: 24, seed: 2 };
const spreadOptions: BoostOptions = {
  ...priceOptions,
  trees: 60,
  rate: 0.1,
  leaves: 12,
  fewestPerLeaf: 40,
  clipAt: 1,
  seed: 3,
};

/**
 * Trains a model on asking prices. The same cars give the same model, in any order. Returns null if there are too few.
 *
 * A tenth of the cars is kept apart by a hash of the key: it measures the error and calibrates the intervals
 * (split-conformal, scaled by the spread). Rough models that did not see a car find prices that are far from all others.
 */
export function trainModel(
  cars: readonly PricedCar[],
  onTree?: () => void,
): { model: PriceModel; stats: ModelStats } | null {
  if (cars.length < neededCars) return null;
  const sorted = [...cars].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const testCars = sorted.filter(({ key }) => isHeldOut(key));
  const candidates = sorted.filter(({ key }) => !isHeldOut(key));
  const middle = middlePrice(candidates);
  const { used, errors, limit } = dropOutliers(candidates, middle);
  const bins = chooseBins(factsOf(used), fewestPerCategory);
  const columns = binColumns(bins, factsOf(used));
  const options = sizedFor(used.length);
  const grown = boostTrees(bins, columns, logPrices(used, middle), options, onTree);
  const price = { ...grown, start: grown.start + Math.log(middle) };
  const spread = boostTrees(bins, columns, errors.map(logSpread), spreadOptions);
  const rough: PriceModel = { bins, price, spread, cars: used.length, bands: [] };
  const usual = withUsualPrices(rough, testCars, limit);
  const bands = calibrate(rough, usual);
  const calibrated = { ...rough, bands };
  const market = trainMarket(sorted, used, usual);
  const model: PriceModel = {
    ...calibrated,
    bins: measureUnknown(calibrated, usual),
    ...(market && { market }),
  };
  // Medians bear a few absurd prices. With all cars, no version can look better by calling more prices absurd.
  const { medianError, bands: measured } = measureModel(model, testCars);
  const coverage = measureCoverage(model, usual);
  return {
    model,
    stats: {
      trainedOn: used.length,
      outliers: candidates.length - used.length,
      heldOut: testCars.length,
      heldOutOutliers: testCars.length - usual.length,
      medianError,
      bands: measured.map((band, at) => ({ ...band, coverage: coverage[at]! })),
      market: marketStats(market),
    },
  };
}

const marketStats = (market: MarketModel | null): ModelStats["market"] =>
  market?.makes.map(({ make, cars, medianError }) => {
    return { make, cars, others: market.cars, medianError };
  }) ?? [];

/** Small stocks need fewer and smaller trees. */
function sizedFor(cars: number): BoostOptions {
  const leaves = Math.max(6, Math.min(priceOptions.leaves, Math.round(cars / 100)));
  const trees = Math.max(150, Math.min(priceOptions.trees, Math.round(cars / 20)));
  return { ...priceOptions, leaves, trees };
}

/** Whether a car is kept apart from training, now and in all later versions (FNV-1a). */
export function isHeldOut(key: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 4_294_967_296 < heldOutShare;
}

const factsOf = (cars: readonly PricedCar[]) => cars.map(({ car }) => car);
/**
 * Compared with the middle price, so that a move of all prices by the same share changes no bit of them: rounding errors
 * alone would choose other splits where two are equally good, and change estimates by a percent.
 */
const logPrices = (cars: readonly PricedCar[], middle: number) =>
  Float64Array.from(cars, ({ priceMinor }) => Math.log(priceMinor / middle));
const middlePrice = (cars: readonly PricedCar[]) =>
  cars.map(({ priceMinor }) => priceMinor).sort((a, b) => a - b)[cars.length >> 1]!;
const logSpread = (error: number) => Math.log(Math.abs(error) + 0.01);

/**
 * Finds each car's error with a rough model of the other half, and drops prices that no such car has: those with an error
 * beyond the limit.
 */
function dropOutliers(
  cars: readonly PricedCar[],
  middle: number,
): { used: PricedCar[]; errors: Float64Array; limit: number } {
  const errors = new Float64Array(cars.length);
  const bins = chooseBins(factsOf(cars), fewestPerCategory);
  const columns = binColumns(bins, factsOf(cars));
  const logs = logPrices(cars, middle);
  for (const half of [0, 1]) {
    const own = Uint32Array.from(cars.keys()).filter((car) => car % 2 === half);
    const others = Uint32Array.from(cars.keys()).filter((car) => car % 2 !== half);
    const fitted = boostTrees(
      bins,
      columns.map((column) => pickBytes(column, others)),
      Float64Array.from(others, (car) => logs[car]!),
      { ...roughOptions, leaves: Math.min(roughOptions.leaves, sizedFor(others.length).leaves) },
    );
    estimateAll(bins, columns, own, fitted, (car, log) => {
      errors[car] = logs[car]! - log;
    });
  }
  // The spread of a normal distribution is 1.48 times its median deviation.
  const limit = 8 * 1.4826 * quantile(errors.map(Math.abs), 0.5);
  const isUsed = (_: unknown, car: number) => Math.abs(errors[car]!) <= limit;
  return { used: cars.filter(isUsed), errors: errors.filter(isUsed), limit };
}

/** Of the cars kept apart, those whose price is not further from the estimate than prices that the trees learned from. */
function withUsualPrices(
  model: Omit<PriceModel, "bands">,
  testCars: readonly PricedCar[],
  limit: number,
): PricedCar[] {
  const { estimate } = priceEstimator({ ...model, bands: [] });
  return testCars.filter(
    ({ car, priceMinor }) => Math.abs(Math.log(priceMinor) - estimate(car).log) <= limit,
  );
}

const pickBytes = (column: Uint8Array, rows: Uint32Array) =>
  Uint8Array.from(rows, (row) => column[row]!);

function estimateAll(
  bins: Bins,
  columns: readonly Uint8Array[],
  rows: Uint32Array,
  { start, trees }: { start: number; trees: Trees },
  onEstimate: (row: number, log: number) => void,
) {
  const cells = new Uint8Array(bins.length);
  for (const row of rows) {
    for (let feature = 0; feature < cells.length; feature += 1)
      cells[feature] = columns[feature]![row]!;
    onEstimate(row, start + sumOfLeaves(trees, cells));
  }
}

/** The error of a model on cars that it did not see. */
export function measureModel(
  model: PriceModel,
  testCars: readonly PricedCar[],
): Pick<ModelStats, "medianError" | "bands"> {
  const { estimate } = priceEstimator(model);
  const errors = testCars.map(({ car, priceMinor }) => {
    const { log } = estimate(car);
    return { band: bandOf(model.bands, log), error: Math.abs(Math.exp(log) / priceMinor - 1) };
  });
  const median = (some: typeof errors) =>
    some.length === 0
      ? 0
      : quantile(
          Float64Array.from(some, ({ error }) => error),
          0.5,
        );
  return {
    medianError: median(errors),
    bands: model.bands.map((band, at) => {
      const own = errors.filter((error) => error.band === band);
      const below = model.bands[at - 1]?.upTo ?? null;
      return {
        fromMinor: below === null ? 0 : Math.round(Math.exp(below)),
        cars: own.length,
        medianError: median(own),
      };
    }),
  };
}
