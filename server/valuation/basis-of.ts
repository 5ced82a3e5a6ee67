import type { PriceBasis } from "#shared/valuation/valuation-contract.ts";
import type { CarFacts } from "./model/features.ts";
import { fewestOfMake } from "./model/market-model.ts";
import type { Estimator, MarketEstimators } from "./model/price-estimator.ts";
import { neededCars } from "./model/train-model.ts";
import type { VersionStats } from "./valuation-table.ts";

/** With fewer, most estimates are wrong (decision 126). */
const fewestOfModel = 8;

export const modelKey = (make: string, model: string | null) => `${make} ${model ?? ""}`;

type Counted = {
  stats: Pick<VersionStats, "makes" | "models">;
  market: MarketEstimators | null;
};

/**
 * The cars of the same model that an estimate rests on; or of other makes, for a make with few cars; null if there are too
 * few. The other models of a make say little of a rare one, which is often its dearest.
 */
export function basisOf({ stats, market }: Counted, car: CarFacts): PriceBasis | null {
  const ofModel = stats.models[modelKey(car.make, car.model)] ?? 0;
  if (ofModel >= fewestOfModel) return { level: "model", cars: ofModel };
  if (hasMany(stats, car)) return null;
  const ofMarket = market?.get(car.make);
  return ofMarket ? { level: "market", cars: ofMarket.cars } : null;
}

const hasMany = ({ makes }: Counted["stats"], { make }: CarFacts) =>
  (makes[make] ?? 0) >= fewestOfMake;

/** What estimates a car with this basis. */
export function estimatorFor(
  version: Estimator & Counted,
  { make }: Pick<CarFacts, "make">,
  { level }: PriceBasis,
): Estimator {
  return level === "market" ? version.market!.get(make)! : version;
}

/** Whether a car states what an estimate needs. */
export const isDescribed = (car: CarFacts) => missingFacts(car).length === 0;

/** The names of the facts that an estimate needs and a car does not state. */
export function missingFacts(car: CarFacts): string[] {
  return [
    ...(car.model === null ? ["model"] : []),
    ...(car.year === null ? ["year"] : []),
    ...(car.miles === null ? ["mileage"] : []),
  ];
}

const lists = new Intl.ListFormat("en-US");
/** For example "model, year, and mileage". */
export const listed = (names: string[]) => lists.format(names);

/** Why there is no estimate for a car; null if there is one. */
export function whyUnrated(version: Counted | null, car: CarFacts): string | null {
  if (!version)
    return `Prices are compared a few minutes after the shop has enough cars (${neededCars}).`;
  const missing = missingFacts(car);
  if (missing.length > 0) return `The listing does not state the car's ${listed(missing)}.`;
  if (basisOf(version, car)) return null;
  const kind = hasMany(version.stats, car) ? `${car.make} ${car.model}` : car.make;
  return `There are too few ${kind} cars here to compare with.`;
}
