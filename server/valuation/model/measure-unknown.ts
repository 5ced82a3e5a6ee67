import { quantile } from "./boost-trees.ts";
import { features, type CarFacts } from "./features.ts";
import type { PriceModel } from "./model-file.ts";
import { priceEstimator } from "./price-estimator.ts";

type Kept = { car: CarFacts; priceMinor: number };

/** Facts that a car can be estimated without, from those that sellers state least often. */
const optional = [
  "annualTaxMinor",
  "mpg",
  "condition",
  "engineSizeCc",
  "bodyType",
  "transmission",
  "fuel",
] as const satisfies readonly (keyof CarFacts)[];
/** Cars that are estimated again for each fact. */
const mostCars = 400;

/**
 * How much less certain estimates are without each fact, where training saw too few cars that lack it: what is added to
 * the squared spread, as a share of it. Measured on cars kept apart, leaving out one fact after the other, because some
 * say the same (tax and fuel economy).
 */
export function measureUnknown(model: PriceModel, testCars: readonly Kept[]): PriceModel["bins"] {
  const { estimate } = priceEstimator(model);
  const cars = testCars.slice(0, mostCars);
  const added = new Map<string, number>();
  const left: Partial<CarFacts> = {};
  const widthOf = () =>
    quantile(
      Float64Array.from(cars, ({ car, priceMinor }) => {
        const { log, spread } = estimate({ ...car, ...left });
        return Math.abs(Math.log(priceMinor) - log) / spread;
      }),
      0.8,
    );
  const usual = cars.length > 0 ? widthOf() : 0;
  let before = 1;
  for (const fact of optional) {
    const at = features.findIndex(({ name }) => name === fact);
    if (usual === 0 || model.bins[at]!.learnsMissing) continue;
    left[fact] = null;
    const squared = (widthOf() / usual) ** 2;
    added.set(fact, Math.max(0, squared - before));
    before = Math.max(before, squared);
  }
  return model.bins.map((binning, at) => ({
    ...binning,
    unknownSpread: added.get(features[at]!.name) ?? 0,
  }));
}
