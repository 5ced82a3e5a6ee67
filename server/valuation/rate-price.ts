import { type PriceLabel } from "#shared/listings/price-label.ts";
import { labelOf, marginFor } from "#shared/valuation/label-price.ts";
import { shownLabel } from "#shared/valuation/shown-label.ts";
import type { PriceRater } from "#server/catalogue/public.ts";
import { basisOf, isDescribed } from "./basis-of.ts";
import { factsOf } from "./car-facts.ts";
import type { Labels } from "./label-file.ts";
import type { CarFacts } from "./model/features.ts";
import type { Estimate, MarketEstimators } from "./model/price-estimator.ts";
import type { VersionStats } from "./valuation-table.ts";

type Version = {
  stats: Pick<VersionStats, "makes" | "models" | "medianError">;
  market: MarketEstimators | null;
  labels: Labels;
  estimate: (car: CarFacts) => Estimate;
};

/**
 * Rates prices by a version: the same label and estimate as `valueListing`, without the explanation. An estimate from
 * other makes is too rough for a label, so lists have none.
 */
export function priceRater(version: Version): PriceRater {
  return ({ id, priceMinor, ...listing }) => {
    const car = factsOf(listing);
    const basis = isDescribed(car) ? basisOf(version, car) : null;
    if (basis === null || basis.level === "market") return null;
    const estimate = version.estimate(car);
    return {
      label: labelPrice(version, id, priceMinor, estimate),
      estimateMinor: estimateMinorOf(estimate),
      score: Math.round(scoreOf(priceMinor, estimate) * 1_000),
    };
  };
}

type Labeling = {
  stats: Pick<VersionStats, "medianError">;
  labels: Labels;
};

/** The label of a listing's price. The label that the version stored for it stays unless the price clearly differs. */
export function labelPrice(
  { stats, labels }: Labeling,
  id: string,
  priceMinor: number,
  estimate: Estimate,
): PriceLabel {
  const { band, spread } = estimate;
  const previous = labels.get(id) ?? null;
  const margin = marginFor(stats.medianError);
  return labelOf(scoreOf(priceMinor, estimate), band.quantiles, { previous, spread, margin });
}

/** The label that buyers see of a listing's price. */
export function labelShown(
  version: Labeling,
  id: string,
  priceMinor: number,
  estimate: Estimate,
): PriceLabel | null {
  const label = labelPrice(version, id, priceMinor, estimate);
  return shownLabel(label, priceMinor, estimateMinorOf(estimate));
}

const estimateMinorOf = ({ log }: Estimate) => Math.round(Math.exp(log));

/** How far a price is above the estimate, in spreads. */
const scoreOf = (priceMinor: number, { log, spread }: Estimate) =>
  (Math.log(priceMinor) - log) / spread;
