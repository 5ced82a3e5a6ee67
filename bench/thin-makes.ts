import { type PriceLabel } from "../shared/listings/price-label.ts";
import { labelOf } from "../shared/valuation/label-price.ts";
import type { PricedCar } from "../server/valuation/model/calibrate.ts";
import { quantile } from "../server/valuation/model/boost-trees.ts";
import { trainMarket } from "../server/valuation/model/market-model.ts";
import {
  intervalOf,
  priceEstimator,
  type Estimate,
} from "../server/valuation/model/price-estimator.ts";
import { isHeldOut } from "../server/valuation/model/train-model.ts";
import type { PriceModel } from "../server/valuation/model/model-file.ts";

type Shares = Record<"error" | "inside" | "without" | "extreme" | "right", number>;
type Measured = Shares & { make: string; few: number; beside: "one" | "two" };

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const draws = 10;
const cases = [
  { few: 0, beside: "two" },
  { few: 20, beside: "two" },
  { few: 20, beside: "one" },
] as const;

/**
 * Makes with few cars: each make in turn is reduced to a few cars of those to train, in ten different draws, and its
 * cars to test are estimated from the other makes, or from one of them. Their labels are compared with those of the model
 * that knows the make.
 */
export function printThinMakes(
  train: PricedCar[],
  test: PricedCar[],
  wholeModel: PriceModel,
): void {
  const sorted = train.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const makes = [...new Set(train.map(({ car }) => car.make))];
  const measured = cases.flatMap(({ few, beside }) =>
    makes.map((make): Measured => {
      const rest = makes.filter((other) => other !== make);
      const own = sorted.filter(({ car }) => car.make === make);
      const tested = test.filter(({ car }) => car.make === make);
      const shares = (beside === "two" ? [rest] : rest.map((other) => [other])).flatMap((from) => {
        const others = sorted.filter(({ car }) => from.includes(car.make));
        return Array.from({ length: few === 0 ? 1 : draws }, (_, draw) =>
          measure([...others, ...drawn(own, few, draw)], tested, wholeModel),
        );
      });
      return { make, few, beside, ...meanOfAll(shares) };
    }),
  );
  print(measured);
}

const drawn = (own: PricedCar[], few: number, draw: number) =>
  Array.from(
    { length: few },
    (_, at) => own[Math.floor(((at + draw / draws) * own.length) / few)]!,
  );

function meanOfAll(shares: Shares[]): Shares {
  const mean = (name: keyof Shares) => meanOf(shares.map((one) => one[name]));
  return {
    error: mean("error"),
    inside: mean("inside"),
    without: mean("without"),
    extreme: mean("extreme"),
    right: mean("right"),
  };
}

function measure(used: PricedCar[], tested: PricedCar[], wholeModel: PriceModel): Shares {
  const { market } = priceEstimator({
    ...wholeModel,
    market: trainMarket(
      used,
      used.filter(({ key }) => !isHeldOut(key)),
      used.filter(({ key }) => isHeldOut(key)),
    )!,
  });
  const { estimate } = market!.get(tested[0]!.car.make)!;
  const knowing = priceEstimator(wholeModel);
  const isInside = (estimated: Estimate, priceMinor: number) => {
    const { lowMinor, highMinor } = intervalOf(estimated);
    return priceMinor >= lowMinor && priceMinor <= highMinor;
  };
  const cars = tested.map(({ car, priceMinor }) => {
    const estimated = estimate(car);
    return {
      error: Math.abs(Math.exp(estimated.log) / priceMinor - 1),
      inside: isInside(estimated, priceMinor),
      without: isInside(estimate({ ...car, mpg: null, annualTaxMinor: null }), priceMinor),
      label: labelAt(estimated, priceMinor),
      knownLabel: labelAt(knowing.estimate(car), priceMinor),
    };
  });
  const shareOf = <T>(some: T[], is: (one: T) => boolean) => some.filter(is).length / some.length;
  const extreme = cars.filter(({ label }) => isExtreme(label));
  return {
    error: quantile(
      Float64Array.from(cars, ({ error }) => error),
      0.5,
    ),
    inside: shareOf(cars, ({ inside }) => inside),
    without: shareOf(cars, ({ without }) => without),
    extreme: extreme.length / cars.length,
    right: shareOf(extreme, ({ label, knownLabel }) => label === knownLabel),
  };
}

export const isExtreme = (label: PriceLabel) => label === "great" || label === "very_high";

export function labelAt({ log, spread, band }: Estimate, priceMinor: number): PriceLabel {
  const score = (Math.log(priceMinor) - log) / spread;
  return labelOf(score, band.quantiles, { previous: null, spread, margin: 0 });
}

function print(measured: Measured[]): void {
  console.log(
    "| make with few cars | of them to train | other makes | median absolute error | in the 80 % interval | the same without tax and fuel economy | labels that would be extreme | of these the same as if the make is known |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const means = cases.map(({ few, beside }): Measured => {
    const own = measured.filter((one) => one.few === few && one.beside === beside);
    return { make: "mean", few, beside, ...meanOfAll(own) };
  });
  for (const { make, few, beside, error, inside, without, extreme, right } of [
    ...measured,
    ...means,
  ])
    console.log(
      `| ${[make, few, beside, ...[error, inside, without, extreme, right].map(percent)].join(" | ")} |`,
    );
  console.log();
}
