import { toMajor } from "#shared/money/money.ts";
import type { EstimateAnswer, EstimateQuery } from "#shared/valuation/estimate-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import { basisOf, estimatorFor, listed, missingFacts, whyUnrated } from "./basis-of.ts";
import { factsOf } from "./car-facts.ts";
import type { PriceValuation } from "./create-valuation.ts";
import { intervalOf } from "./model/price-estimator.ts";
import type { UnseenFacts } from "./valuation-store.ts";

const noUnseenFacts = { fuelEconomy: null, fuelEconomyUnit: null, annualTaxMinor: null };

/**
 * Estimates the price of a car as its owner describes it, or says why not.
 * @param unseen the facts of its listing that no form has, so that it is estimated like on its page
 */
export async function estimatePrice(
  { config, valuation }: { config: Pick<Config, "CURRENCY">; valuation: PriceValuation },
  car: EstimateQuery,
  unseen: UnseenFacts = noUnseenFacts,
): Promise<EstimateAnswer> {
  const facts = factsOf({
    make: car.make,
    model: car.model ?? null,
    bodyType: car.bodyType ?? null,
    year: car.year ?? null,
    mileage: car.mileage ?? null,
    mileageUnit: car.mileageUnit ?? "mi",
    fuel: car.fuel ?? null,
    transmission: car.transmission ?? null,
    engineSizeCc: car.engineSize === undefined ? null : Math.round(car.engineSize * 1_000),
    condition: car.condition ?? null,
    ...unseen,
  });
  const version = await valuation.current();
  const missing = version ? missingFacts(facts) : [];
  if (missing.length > 0)
    return {
      isEstimated: false,
      reason: `Fill in ${listed(missing)} to see what similar cars cost.`,
    };
  const reason = whyUnrated(version, facts);
  if (!version || reason !== null) return { isEstimated: false, reason: reason! };
  const basis = basisOf(version, facts)!;
  const estimate = estimatorFor(version, facts, basis).estimate(facts);
  const { lowMinor, highMinor } = intervalOf(estimate);
  const major = (minor: number) => toMajor(minor, config.CURRENCY);
  return {
    isEstimated: true,
    estimate: major(Math.round(Math.exp(estimate.log))),
    low: major(lowMinor),
    high: major(highMinor),
    basis,
    currency: config.CURRENCY,
  };
}
