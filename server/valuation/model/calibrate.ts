import { quantile } from "./boost-trees.ts";
import type { CarFacts } from "./features.ts";
import type { Band, PriceModel } from "./model-file.ts";
import { bandOf, intervalOf, priceEstimator } from "./price-estimator.ts";

/** A car with its price. `key` identifies it; the same key is always in the same part of the data. */
export type PricedCar = { key: string; car: CarFacts; priceMinor: number };

/** With fewer cars kept apart, all have the same quantiles: five bands would have fewer than 60 cars each. */
const fewestInBands = 300;

/**
 * Five bands of estimates with as many cars each, and the quantiles of the errors in them.
 * @param fewest with fewer cars kept apart, there is one band
 */
export function calibrate(
  model: PriceModel,
  testCars: readonly PricedCar[],
  fewest = fewestInBands,
): Band[] {
  const whole: Band = { upTo: null, quantiles: [-1.3, -0.5, 0.5, 1.3] };
  const { estimate } = priceEstimator({ ...model, bands: [whole] });
  const scores = testCars.map(({ car, priceMinor }) => {
    const { log, spread } = estimate(car);
    return { log, score: (Math.log(priceMinor) - log) / spread };
  });
  if (scores.length === 0) return [whole];
  const quantilesOf = (some: typeof scores): Band["quantiles"] => {
    const values = Float64Array.from(some, ({ score }) => score);
    return [
      conformal(values, 0.1),
      quantile(values, 0.3),
      quantile(values, 0.7),
      conformal(values, 0.9),
    ];
  };
  const all = quantilesOf(scores);
  if (scores.length < fewest) return [{ upTo: null, quantiles: all }];
  const logs = Float64Array.from(scores, ({ log }) => log);
  const ends = [0.2, 0.4, 0.6, 0.8].map((share) => quantile(logs, share));
  return [...ends, null].map((upTo, band) => {
    const from = ends[band - 1] ?? -Infinity;
    const own = scores.filter(({ log }) => log > from && (upTo === null || log <= upTo));
    return { upTo, quantiles: quantilesOf(own) };
  });
}

/** The quantile that a new car exceeds with the wanted probability, on average over samples of this size. */
function conformal(values: Float64Array, share: number): number {
  const more = (values.length + 1) / Math.max(1, values.length);
  return quantile(
    values,
    Math.max(0, Math.min(1, share < 0.5 ? 1 - (1 - share) * more : share * more)),
  );
}

/**
 * The share of cars in each of the model's bands whose price is in their 80 % interval; null for a band without cars. The
 * cars that calibrated an interval would fit it by construction, so each half is measured with the intervals of the other.
 */
export function measureCoverage(
  model: PriceModel,
  testCars: readonly PricedCar[],
): (number | null)[] {
  const counts = model.bands.map((band) => ({ band, cars: 0, inside: 0 }));
  for (const half of [0, 1]) {
    const own = testCars.filter((_, at) => at % 2 === half);
    const others = testCars.filter((_, at) => at % 2 !== half);
    const { estimate } = priceEstimator({
      ...model,
      bands: calibrate(model, others, fewestInBands / 2),
    });
    for (const { car, priceMinor } of own) {
      const estimated = estimate(car);
      const { lowMinor, highMinor } = intervalOf(estimated);
      const count = counts.find(({ band }) => band === bandOf(model.bands, estimated.log))!;
      count.cars += 1;
      if (priceMinor >= lowMinor && priceMinor <= highMinor) count.inside += 1;
    }
  }
  return counts.map(({ cars, inside }) => (cars === 0 ? null : inside / cars));
}
