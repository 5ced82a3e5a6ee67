import { quantile } from "../server/valuation/model/boost-trees.ts";
import type { PricedCar } from "../server/valuation/model/calibrate.ts";
import { priceEstimator } from "../server/valuation/model/price-estimator.ts";
import { trainModel } from "../server/valuation/model/train-model.ts";
import { labelOf, type PriceLabel } from "../shared/valuation/price-label.ts";

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

type Estimator = ReturnType<typeof priceEstimator>;
const estimatorOf = (cars: readonly PricedCar[]) => priceEstimator(trainModel(cars)!.model);
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** How many labels change when the market moves and the model is trained again, and what absurd prices do to estimates. */
export function printStability(cars: readonly PricedCar[]): void {
  const before = estimatorOf(cars);
  const labels = cars.map((car) => labelWith(before, car, null));
  const changed = (after: Estimator, own: readonly PricedCar[]) =>
    percent(
      own.filter((car, at) => labelWith(after, car, labels[at]!) !== labels[at]).length /
        own.length,
    );
  console.log("| market | labels that change, own price stays | own price moves too |");
  console.log("| --- | ---: | ---: |");
  for (const [name, move] of Object.entries(moves)) {
    const moved = cars.map((car) => ({ ...car, priceMinor: move(car.priceMinor) }));
    const after = estimatorOf(moved);
    console.log(`| ${name} | ${changed(after, cars)} | ${changed(after, moved)} |`);
  }
  console.log("\n| planted | outliers found | change of the median estimate |");
  console.log("| --- | ---: | ---: |");
  for (const [name, wrong] of Object.entries(absurd)) {
    const planted = cars.map((car) =>
      random() < 0.02 ? { ...car, priceMinor: Math.round(wrong(car.priceMinor)) } : car,
    );
    const { model, figures } = trainModel(planted)!;
    const change = medianOf(priceEstimator(model), cars) / medianOf(before, cars) - 1;
    console.log(`| ${name} | ${figures.outliers} | ${percent(change)} |`);
  }
  console.log();
}

function labelWith(estimator: Estimator, car: PricedCar, previous: PriceLabel | null): PriceLabel {
  const { log, spread, band } = estimator.estimate(car.car);
  const score = (Math.log(car.priceMinor) - log) / spread;
  return labelOf(score, band.quantiles, { previous, spread });
}

const medianOf = ({ estimate }: Estimator, cars: readonly PricedCar[]) =>
  quantile(
    Float64Array.from(cars, ({ car }) => Math.exp(estimate(car).log)),
    0.5,
  );
