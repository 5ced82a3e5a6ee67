import { toMajor } from "#shared/money/money.ts";
import type { EstimateAnswer, EstimateQuery } from "#shared/valuation/estimate-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { basisOf, estimatorFor, listed, missingFacts, whyUnrated } from "./basis-of.ts";
import { factsOf } from "./car-facts.ts";
import { intervalOf } from "./model/price-estimator.ts";
import { readUnseenFacts } from "./valuation-store.ts";

/**
 * Estimates the price of a car as its seller describes it, or says why not. A car that is listed already is estimated
 * like on its page, with the facts that the form for it does not have.
 * @throws AppError not_found if the seller has no such listing
 */
export async function estimatePrice(
  { config, db, valuation }: Pick<Deps, "config" | "db" | "valuation">,
  viewer: Viewer,
  car: EstimateQuery,
): Promise<EstimateAnswer> {
  const unseen =
    car.listingId === undefined
      ? { fuelEconomy: null, fuelEconomyUnit: null, annualTaxMinor: null }
      : await readUnseenFacts(db, {
          id: listingId(car.listingId),
          sellerId: viewer.accountId,
        });
  if (!unseen) throw noSuchListing();
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
