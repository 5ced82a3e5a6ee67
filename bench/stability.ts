import { quantile } from "../server/valuation/model/boost-trees.ts";
import type { PricedCar } from "../server/valuation/model/calibrate.ts";
import { priceEstimator } from "../server/valuation/model/price-estimator.ts";
import { trainModel } from "../server/valuation/model/train-model.ts";
import { type PriceLabel } from "../shared/listings/price-label.ts";
import { labelOf, marginFor } from "../shared/valuation/label-price.ts";

/** Numbers from 0 to 1 that are the same in each run (Park and Miller). */
let state = 99;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

const moves: Record<string, (priceMinor: number) => number> = {
  "all prices 1 % higher": (price) => Math.round(price * 1.01),
  "all prices 1 % lower": (price) => Math.round(price * 0.99),
  "1 % higher, rounded to £50": (price) => Math.round((price * 1.01) / 5_000) * 5_000,
  "each 0 to 2 % higher": (price) => Math.round(price * (1 + 0.02 * random())),
};
const absurd: Record<string, (priceMinor: number) => number> = {
  "2 % of prices × 10, ÷ 10, × 100, ÷ 100 or £999,999": (price) =>
    [price * 10, price / 10, price * 100, price / 100, 99_999_900][Math.floor(random() * 5)]!,
  "2 % of prices doubled": (price) => price * 2,
};

type Version = ReturnType<typeof priceEstimator> & { margin: number };
function versionOf(cars: readonly PricedCar[]): Version {
  const { model, stats } = trainModel(cars)!;
  return { ...priceEstimator(model), margin: marginFor(stats.medianError) };
}
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Every 22nd advert makes a shop of the demo's size. */
const demoPart = 22;
const demoShops = 5;
/** Every 20th car is new. */
const newPart = 20;

/** How many labels change when the market moves and the model is trained again, and what absurd prices do to estimates. */
export function printStability(cars: readonly PricedCar[]): void {
  const before = versionOf(cars);
  printMoves(`${cars.length} adverts`, [cars]);
  const demos = Array.from({ length: demoShops }, (_, start) =>
    cars.filter((__, at) => at % demoPart === start),
  );
  printMoves(`about ${demos[0]!.length} adverts, mean of ${demoShops} samples`, demos);
  console.log("| planted | outliers found | change of the median estimate |");
  console.log("| --- | ---: | ---: |");
  for (const [name, wrong] of Object.entries(absurd)) {
    const planted = cars.map((car) =>
      random() < 0.02 ? { ...car, priceMinor: Math.round(wrong(car.priceMinor)) } : car,
    );
    const { model, stats } = trainModel(planted)!;
    const change = medianOf(priceEstimator(model), cars) / medianOf(before, cars) - 1;
    console.log(`| ${name} | ${stats.outliers} | ${percent(change)} |`);
  }
  console.log();
}

function printMoves(name: string, shops: (readonly PricedCar[])[]): void {
  console.log(`| market: ${name} | labels that change, own price stays | own price moves too |`);
  console.log("| --- | ---: | ---: |");
  const versions = shops.map((cars) => ({ cars, before: versionOf(cars) }));
  for (const [move, by] of Object.entries(moves)) {
    const changed = versions.map(({ cars, before }) => {
      const labels = cars.map((car) => labelWith(before, car, null));
      const moved = cars.map((car) => ({ ...car, priceMinor: by(car.priceMinor) }));
      const after = versionOf(moved);
      return [changedShare(after, cars, labels), changedShare(after, moved, labels)] as const;
    });
    const stays = changed.map(([own]) => own);
    const moves = changed.map(([, own]) => own);
    console.log(`| ${move} | ${percent(meanOf(stays))} | ${percent(meanOf(moves))} |`);
  }
  const first = versions.map(({ cars, before: after }) => {
    const added = cars.filter((_, at) => at % newPart === 0);
    const unaware = versionOf(cars.filter((_, at) => at % newPart !== 0));
    return changedShare(
      after,
      added,
      added.map((car) => labelWith(unaware, car, null)),
    );
  });
  console.log(`| new cars at their first training | ${percent(meanOf(first))} | |\n`);
}

const changedShare = (after: Version, cars: readonly PricedCar[], labels: readonly PriceLabel[]) =>
  cars.filter((car, at) => labelWith(after, car, labels[at]!) !== labels[at]).length / cars.length;

function labelWith(version: Version, car: PricedCar, previous: PriceLabel | null): PriceLabel {
  const { log, spread, band } = version.estimate(car.car);
  const score = (Math.log(car.priceMinor) - log) / spread;
  return labelOf(score, band.quantiles, { previous, spread, margin: version.margin });
}

const medianOf = ({ estimate }: Pick<Version, "estimate">, cars: readonly PricedCar[]) =>
  quantile(
    Float64Array.from(cars, ({ car }) => Math.exp(estimate(car).log)),
    0.5,
  );
