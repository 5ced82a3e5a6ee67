import { atOnce } from "#server/platform/in-steps.ts";
import type { PriceLabel } from "#shared/listings/price-label.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { modelKey } from "./basis-of.ts";
import { factsOf } from "./car-facts.ts";
import { decodeLabels, encodeLabels } from "./label-file.ts";
import { decodeModel, encodeModel, type PriceModel } from "./model/model-file.ts";
import { priceEstimator } from "./model/price-estimator.ts";
import type { PricedCar } from "./model/calibrate.ts";
import { isHeldOut, measureModel, trainModel } from "./model/train-model.ts";
import { labelPrice, priceRater } from "./rate-price.ts";
import {
  insertVersion,
  readPricedListings,
  readUsedVersionId,
  readVersion,
} from "./valuation-store.ts";
import type { valuationVersionTable, VersionStats } from "./valuation-table.ts";

type VersionRow = typeof valuationVersionTable.$inferSelect;

export type Training = { version: number | null; isUsed: boolean; listings: number };

/**
 * Trains a version on the shop's listings. It is used unless it estimates the cars kept apart worse than the version in
 * use, which did not see them either. Without enough cars, there is no version.
 */
export async function trainVersion(executor: Executor): Promise<Training> {
  const rows = await readPricedListings(executor);
  const cars = rows.map((row): PricedCar => ({
    key: row.id,
    car: factsOf(row),
    priceMinor: row.priceMinor,
  }));
  const trained = trainModel(cars);
  if (!trained) return { version: null, isUsed: false, listings: cars.length };
  const usedId = await readUsedVersionId(executor);
  const used = usedId === null ? null : await readVersion(executor, usedId);
  const usedModel = used?.model ? decodeModel(used.model) : null;
  const testCars = cars.filter(({ key }) => isHeldOut(key));
  const errorBefore = usedModel ? measureModel(usedModel, testCars).medianError : null;
  const { medianError } = trained.stats;
  const isUsed = errorBefore === null || medianError <= errorBefore;
  const previous =
    isUsed && used && usedModel ? labelsOf(used, usedModel, rows) : new Map<string, PriceLabel>();
  const version = await insertVersion(executor, {
    isUsed,
    listings: cars.length,
    stats: { ...trained.stats, ...countCars(cars), errorBefore, stock: stockOf(rows) },
    model: isUsed ? encodeModel(trained.model) : null,
    labels: isUsed ? encodeLabels(labelAll(trained, cars, previous)) : null,
    note: isUsed ? null : "It estimates the cars kept apart worse than the version in use.",
  });
  return { version, isUsed, listings: cars.length };
}

function stockOf(
  rows: readonly { createdAt: Date; isSold: boolean }[],
): NonNullable<VersionStats["stock"]> {
  const times = rows.map(({ createdAt }) => createdAt.toISOString()).toSorted();
  return {
    sold: rows.filter(({ isSold }) => isSold).length,
    from: times[0]!,
    to: times.at(-1)!,
  };
}

function countCars(cars: readonly PricedCar[]): Pick<VersionStats, "makes" | "models"> {
  const makes: Record<string, number> = {};
  const models: Record<string, number> = {};
  for (const { car } of cars) {
    makes[car.make] = (makes[car.make] ?? 0) + 1;
    const model = modelKey(car.make, car.model);
    models[model] = (models[model] ?? 0) + 1;
  }
  return { makes, models };
}

/**
 * The labels that the version in use gives to these cars at their present prices. Many of them it does not store: of cars
 * that were listed or changed since it was trained. A car that it does not rate has none.
 */
function labelsOf(
  { stats, labels }: Pick<VersionRow, "stats" | "labels">,
  model: PriceModel,
  rows: Awaited<ReturnType<typeof readPricedListings>>,
): Map<string, PriceLabel> {
  const stored = atOnce(decodeLabels(labels ?? Buffer.alloc(0)));
  const rate = priceRater({ stats, labels: stored, ...priceEstimator(model) });
  return new Map(
    rows.flatMap((row) => {
      const rating = rate(row);
      return rating ? [[row.id, rating.label]] : [];
    }),
  );
}

function labelAll(
  { model, stats }: NonNullable<ReturnType<typeof trainModel>>,
  cars: readonly PricedCar[],
  labels: ReadonlyMap<string, PriceLabel>,
): Map<string, PriceLabel> {
  const { estimate } = priceEstimator(model);
  return new Map(
    cars.map(({ key, car, priceMinor }) => [
      key,
      labelPrice({ stats, labels }, key, priceMinor, estimate(car)),
    ]),
  );
}
