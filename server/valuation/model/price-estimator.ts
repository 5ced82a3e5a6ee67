import type { Make } from "#shared/makes/all-makes.ts";
import { binner, unknownBin } from "./bin-features.ts";
import { prepareTreeExplainer } from "./explain-trees.ts";
import { atOnce } from "#server/platform/in-steps.ts";
import {
  valuedAttributes as attributes,
  type ValuedAttribute,
} from "#shared/valuation/valuation-contract.ts";
import { features, type CarFacts } from "./features.ts";
import type { Band, MarketModel, PriceModel } from "./model-file.ts";
import { splitPrice } from "./split-price.ts";
import { noTrees, sumOfLeaves } from "./trees.ts";

/** Prices as natural logarithms of minor units. */
export type Estimate = {
  log: number;
  /** How far prices of such cars typically are from the estimate. */
  spread: number;
  band: Band;
};

type Explanation = {
  /** A typical car of the shop. */
  baseMinor: number;
  /** In the order of `valuedAttributes`. Base and adjustments add up to the estimate. */
  adjustments: { attribute: ValuedAttribute; amountMinor: number }[];
  estimateMinor: number;
  /** Eight of ten comparable cars are offered for a price in this range. */
  lowMinor: number;
  highMinor: number;
};

const ofMake = attributes.indexOf("model");
const playerOf = Uint8Array.from(features, ({ attribute }) => attributes.indexOf(attribute));

/** Estimates and explains prices with a trained model. */
export function priceEstimator(model: PriceModel) {
  return atOnce(preparePriceEstimator(model));
}

/** The same in parts, because a model of many trees takes some ten milliseconds to prepare. */
export function* preparePriceEstimator(model: PriceModel) {
  const own = yield* prepareTrees(model);
  return { ...own, market: model.market ? yield* prepareMarket(model.market) : null };
}

/** What estimates a car of a make of which there are too few, by make. */
function* prepareMarket({ bins, price, cars, makes }: MarketModel) {
  const spread = { start: 0, trees: noTrees };
  const byMake = new Map<Make, MarketEstimator>();
  for (const { make, shift, quantiles, medianError } of makes) {
    const bands: Band[] = [{ upTo: null, quantiles }];
    const own = yield* prepareTrees({ bins, price, spread, bands, cars }, shift);
    byMake.set(make, { ...own, cars, medianError });
  }
  return byMake;
}

/** By make: only makes of which there are too few. */
export type MarketEstimators = ReadonlyMap<Make, MarketEstimator>;

export type Estimator = {
  estimate: (car: CarFacts) => Estimate;
  explain: (car: CarFacts) => Explanation;
};
/** `cars` of other makes are what it learned from. */
type MarketEstimator = Estimator & { cars: number; medianError: number };

/** @param shift what the make adds to every log price */
function* prepareTrees({ bins, price, spread, bands }: PriceModel, shift = 0) {
  const writeBins = binner(bins, "estimates");
  const row = new Uint8Array(features.length);
  const explainer = yield* prepareTreeExplainer(price.trees, playerOf);
  const parts = new Float64Array(attributes.length);

  function estimate(car: CarFacts): Estimate {
    writeBins(car, row, 0);
    const log = price.start + sumOfLeaves(price.trees, row) + shift;
    return {
      log,
      spread: Math.exp(spread.start + sumOfLeaves(spread.trees, row)) * widening(bins, row),
      band: bandOf(bands, log),
    };
  }

  return {
    estimate,
    explain(car: CarFacts): Explanation {
      const estimated = estimate(car);
      parts.fill(0);
      explainer.explain(row, parts);
      parts[ofMake] = parts[ofMake]! + shift;
      const split = splitPrice(price.start + explainer.typical, [...parts]);
      return {
        baseMinor: split.baseMinor,
        adjustments: attributes.map((attribute, at) => ({
          attribute,
          amountMinor: split.amountsMinor[at]!,
        })),
        estimateMinor: split.estimateMinor,
        ...intervalOf(estimated),
      };
    },
  };
}

export const bandOf = (bands: readonly Band[], log: number) =>
  bands.find(({ upTo }) => upTo === null || log <= upTo)!;

/** How much wider the spread is because of values that training saw too rarely. */
function widening(bins: PriceModel["bins"], row: Uint8Array): number {
  let squared = 1;
  for (let at = 0; at < bins.length; at += 1)
    if (row[at] === unknownBin) squared += bins[at]!.unknownSpread ?? 0;
  return Math.sqrt(squared);
}

/** The prices between the five labels. */
export function labelLimitsOf({ log, spread, band }: Estimate): number[] {
  return band.quantiles.map((score) => Math.round(Math.exp(log + score * spread)));
}

/** The 80 % interval. It always contains the estimate. */
export function intervalOf({ log, spread, band }: Estimate) {
  const [low, , , high] = band.quantiles;
  return {
    lowMinor: Math.floor(Math.exp(log + Math.min(0, low) * spread)),
    highMinor: Math.ceil(Math.exp(log + Math.max(0, high) * spread)),
  };
}
