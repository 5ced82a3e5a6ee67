import type { PriceModelState, PriceModelVersion } from "#shared/valuation/price-model-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import type { Deps } from "#server/deps.ts";
import { neededCars } from "./model/train-model.ts";
import type { Training } from "./train-version.ts";
import { listVersions, readUsedVersionId, type VersionRow } from "./valuation-store.ts";
import { readTrainingJob, type TrainingJob } from "./training-job-store.ts";

const shownVersions = 60;

/** The version in use, the trainings so far, and how many cars are rated. */
export async function readPriceModel({
  db,
  catalogue,
  config,
}: Pick<Deps, "db" | "catalogue" | "config">): Promise<PriceModelState> {
  const currency = config.CURRENCY;
  const [rows, usedId, job] = await Promise.all([
    listVersions(db, shownVersions),
    readUsedVersionId(db),
    readTrainingJob(db),
  ]);
  const versions = rows.map((row) => presentVersion(row, currency));
  return {
    current: versions.find(({ id }) => id === usedId) ?? null,
    versions,
    training: job && presentJob(job),
    coverage: catalogue.countRated(),
    currency,
  };
}

function presentVersion(row: VersionRow, currency: string): PriceModelVersion {
  const { trainedOn, outliers, heldOut, heldOutOutliers, medianError, errorBefore } = row.stats;
  const { bands, market, stock } = row.stats;
  return {
    id: row.id,
    trainedAt: row.createdAt.toISOString(),
    isUsed: row.isUsed,
    listings: row.listings,
    trainedOn,
    outliers,
    heldOut,
    heldOutOutliers: heldOutOutliers ?? null,
    medianError,
    errorBefore,
    bands: bands.map(({ fromMinor, ...band }) => ({
      from: toMajor(Math.round(fromMinor), currency),
      cars: band.cars,
      medianError: band.medianError,
      coverage: band.coverage ?? null,
    })),
    market: market ?? [],
    stock: stock ?? null,
    note: row.note,
  };
}

function presentJob({ state, at, output }: TrainingJob): PriceModelState["training"] {
  return { state, at: at.toISOString(), outcome: outcomeOf(state, output) };
}

function outcomeOf(state: TrainingJob["state"], training: Training | null): string {
  if (state === "waiting") return "A training is waiting to start.";
  if (state === "running") return "The model is being trained.";
  if (state === "failed") return "The last training failed. The log of the shop has the reason.";
  if (!training) return "The last training ended.";
  if (training.version === null)
    return `The last training found too few cars (${training.listings}; ${neededCars} are needed).`;
  return training.isUsed
    ? `The last training made version ${training.version}, which is in use.`
    : `The last training made version ${training.version}, which is not used.`;
}
