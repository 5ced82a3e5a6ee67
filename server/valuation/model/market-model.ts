import type { Make } from "#shared/makes/all-makes.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { labelShares } from "#shared/valuation/label-price.ts";
import { binColumns, chooseBins, type Bins } from "./bin-features.ts";
import { boostTrees, type BoostOptions } from "./boost-trees.ts";
import type { PricedCar } from "./calibrate.ts";
import { features } from "./features.ts";
import { measureUnknown } from "./measure-unknown.ts";
import type { MarketModel, PriceModel } from "./model-file.ts";
import { priceEstimator } from "./price-estimator.ts";
import { noTrees } from "./trees.ts";
import { weightedQuantile, type Weighted } from "./weighted-quantile.ts";

/** A make with fewer cars is compared with the whole market. */
export const fewestOfMake = 50;
/** With fewer cars of other makes, nothing can be learned from them. */
const fewestOfOthers = 150;
/** A make with fewer cars has no interval if there are no two other makes that say how far makes differ. */
const fewestAlone = 20;
/** So many cars of a make count as much as what the other makes say about each other. */
const othersWeight = 10;
/** An error beyond so many typical ones is a wrong price: eight standard deviations, as among the other cars. */
const absurdAt = 8 * 1.4826;
const mostCars = 3_000;
const mostErrors = 500;
const mostWidened = 200;

const marketOptions: BoostOptions = {
  trees: 80,
  rate: 0.15,
  leaves: 16,
  fewestPerLeaf: 8,
  shrink: 1,
  shrinkCategories: 10,
  carShare: 0.7,
  featureShare: 0.75,
  clipAt: 0.9,
  seed: 4,
};

/**
 * Trains a model that knows no makes and models, for makes of which there are too few cars; null if there are no such
 * makes, or too few cars of others. It learns from the other makes alone, so it has seen no car of a make that it estimates.
 *
 * How far it is off is measured for each of these makes on its own few cars, and on the other makes: each is estimated
 * by a model that has not seen it. A make without either is not estimated.
 * @param cars all cars, in a fixed order
 * @param used those of them with usual prices that the other trees have seen
 * @param testCars those that they have not seen
 */
export function trainMarket(
  cars: readonly PricedCar[],
  used: readonly PricedCar[],
  testCars: readonly PricedCar[],
): MarketModel | null {
  const ofMake = (make: Make) => cars.filter(({ car }) => car.make === make);
  const isLarge = new Map(makes.map((make) => [make, ofMake(make).length >= fewestOfMake]));
  const fewOf = makes.filter((make) => !isLarge.get(make));
  const learned = used.filter(({ car }) => isLarge.get(car.make));
  if (fewOf.length === 0 || learned.length < fewestOfOthers) return null;
  const model = train(learned);
  const unseen = estimateUnseen(learned);
  const others = errorsOfOthers(unseen);
  const measured = fewOf.flatMap((make) => {
    // All of them: to the other trees, the usual price of a rare make can look absurd.
    const own = errorsOf(model, ofMake(make)).map((value) => ({ value, weight: 1 }));
    const errors = withoutAbsurd(own, others);
    if (others.length === 0 && errors.length < fewestAlone) return [];
    return [{ make, cars: errors.length, ...measure(errors, others) }];
  });
  if (measured.length === 0) return null;
  const carsOfLargeMakes = testCars.filter(({ car }) => isLarge.get(car.make));
  const { bins, price, cars: count } = model;
  const unknown = unseen.length > 0 ? unseen : [{ model, cars: carsOfLargeMakes }];
  return { bins: widenUnknown(bins, unknown), price, cars: count, makes: measured };
}

/** Drops errors that are too far from all others. */
function withoutAbsurd(own: Weighted[], others: Weighted[]): Weighted[] {
  const all = [...own, ...others];
  const middle = weightedQuantile(all, 0.5, 0);
  const away = ({ value }: Weighted) => Math.abs(value - middle);
  const usual = weightedQuantile(
    all.map((error) => ({ ...error, value: away(error) })),
    0.5,
    0,
  );
  return own.filter((error) => away(error) <= absurdAt * usual);
}

/** Where the prices of a make are, and how far estimates are off then. */
function measure(own: Weighted[], others: Weighted[]) {
  const all = [...own, ...others];
  const shift = own.length === 0 ? 0 : weightedQuantile(all, 0.5, 0);
  const errors = all.map(({ value, weight }) => ({ value: value - shift, weight }));
  // Without other makes, a new car can be further off than all, as in split-conformal intervals.
  const beyond = others.length > 0 ? 0 : 1;
  const at = (share: number) => weightedQuantile(errors, share, beyond);
  return {
    shift,
    quantiles: labelShares.map(at) as MarketModel["makes"][number]["quantiles"],
    medianError: weightedQuantile(
      errors.map(({ value, weight }) => ({ value: Math.abs(Math.expm1(-value)), weight })),
      0.5,
      0,
    ),
  };
}

/** A model, and cars of makes that it has not seen. */
type Unseen = { model: PriceModel; cars: readonly PricedCar[] };

/** Each make with many cars beside a model of the others; none if there are too few others. */
function estimateUnseen(learned: readonly PricedCar[]): Unseen[] {
  return makes.flatMap((make) => {
    const cars = learned.filter(({ car }) => car.make === make);
    const rest = learned.filter(({ car }) => car.make !== make);
    return cars.length === 0 || rest.length < fewestOfOthers ? [] : [{ model: train(rest), cars }];
  });
}

function errorsOfOthers(unseen: readonly Unseen[]): Weighted[] {
  return unseen.flatMap(({ model, cars }) => {
    const errors = errorsOf(model, someOf(cars, mostErrors));
    const weight = othersWeight / unseen.length / errors.length;
    return errors.map((value) => ({ value, weight }));
  });
}

/** How much less certain estimates are without a fact, on average over the models. */
function widenUnknown(bins: Bins, unseen: readonly Unseen[]): Bins {
  const measured = unseen.map(({ model, cars }) =>
    measureUnknown(model, someOf(cars, mostWidened)),
  );
  return bins.map((binning, at) => {
    const sum = measured.reduce((all, own) => all + (own[at]!.unknownSpread ?? 0), 0);
    return { ...binning, unknownSpread: sum / unseen.length };
  });
}

function train(cars: readonly PricedCar[]): PriceModel {
  const some = someOf(cars, mostCars);
  const facts = some.map(({ car }) => car);
  const bins = withoutMakes(chooseBins(facts, 5));
  const logs = Float64Array.from(some, ({ priceMinor }) => Math.log(priceMinor));
  const price = boostTrees(bins, binColumns(bins, facts), logs, marketOptions);
  return {
    bins,
    price,
    spread: { start: 0, trees: noTrees },
    bands: [plainBand],
    cars: some.length,
  };
}

const plainBand = { upTo: null, quantiles: [-1, -1, 1, 1] as [number, number, number, number] };

/** Every car has the same bin of make and model, so no tree splits by them. */
const withoutMakes = (bins: Bins): Bins =>
  bins.map((binning, at) =>
    ["make", "model"].includes(features[at]!.name)
      ? { categories: [], learnsMissing: true }
      : binning,
  );

/** Log price less log estimate. */
function errorsOf(model: PriceModel, cars: readonly PricedCar[]): number[] {
  const { estimate } = priceEstimator(model);
  return cars.map(({ car, priceMinor }) => Math.log(priceMinor) - estimate(car).log);
}

/** At most so many, at even distances. */
function someOf<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);
}
