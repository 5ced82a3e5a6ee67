import { createHash } from "node:crypto";
import type { PricedCar } from "../server/valuation/model/calibrate.ts";
import { quantile } from "../server/valuation/model/boost-trees.ts";
import { intervalOf, priceEstimator } from "../server/valuation/model/price-estimator.ts";
import { trainModel } from "../server/valuation/model/train-model.ts";
import { isExtreme, labelAt } from "./thin-makes.ts";

type Tested = { error: number; isInside: boolean; isExtreme: boolean };

/** Models of every size and price, of which some are the only ones of their kind. Three at a time are thinned out. */
const thinned = [
  ["BMW i8", "BMW M4", "BMW X5"],
  ["BMW Z4", "Audi R8", "Audi RS6"],
  ["Audi TT", "Audi Q7", "Audi A1"],
  ["Mercedes-Benz S Class", "Mercedes-Benz V Class", "Mercedes-Benz GLE Class"],
  ["Mercedes-Benz B Class", "BMW i3", "Mercedes-Benz SL CLASS"],
  ["Mercedes-Benz GLS Class", "BMW 7 Series"],
];
const shares = [0, 3, 5, 6, 8, 10, 15, 20, 30];
const fewestTested = 6;
const mostTested = 60;
/** So that a training takes a second. */
const usedShare = 0.18;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const modelOf = ({ car }: PricedCar) => `${car.make} ${car.model}`;
const placeOf = ({ key }: PricedCar) =>
  createHash("sha256").update(`thin ${key}`).digest().readUInt32BE(0) / 2 ** 32;

/** Models with few cars: models are reduced to a few cars of those to train, and others of their cars are estimated. */
export function printThinModels(cars: readonly PricedCar[]): void {
  const some = cars.filter((car) => placeOf(car) < usedShare);
  console.log(
    "| cars of the model to train | tested | median absolute error | in the 80 % interval | labels that would be extreme |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: |");
  for (const few of shares) {
    const tested = thinned.flatMap((models) => measure(cars, some, models, few));
    const shareOf = (is: (one: Tested) => boolean) =>
      percent(tested.filter(is).length / tested.length);
    const error = quantile(
      Float64Array.from(tested, (one) => one.error),
      0.5,
    );
    console.log(
      `| ${[few, tested.length, percent(error), shareOf((one) => one.isInside), shareOf((one) => one.isExtreme)].join(" | ")} |`,
    );
  }
  console.log();
}

function measure(
  cars: readonly PricedCar[],
  some: readonly PricedCar[],
  models: readonly string[],
  few: number,
): Tested[] {
  const used = some.filter((car) => !models.includes(modelOf(car)));
  const tested = models.flatMap((model) => {
    const own = cars
      .filter((car) => modelOf(car) === model)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const learnedCars = Math.min(few, own.length - fewestTested);
    used.push(...own.slice(0, learnedCars));
    return own.slice(learnedCars).slice(-mostTested);
  });
  const { estimate } = priceEstimator(trainModel(used)!.model);
  return tested.map(({ car, priceMinor }) => {
    const estimated = estimate(car);
    const { lowMinor, highMinor } = intervalOf(estimated);
    return {
      error: Math.abs(Math.exp(estimated.log) / priceMinor - 1),
      isInside: priceMinor >= lowMinor && priceMinor <= highMinor,
      isExtreme: isExtreme(labelAt(estimated, priceMinor)),
    };
  });
}
