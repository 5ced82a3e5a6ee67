import type { FastifyBaseLogger } from "fastify";
import type { PriceRater } from "#server/catalogue/public.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import { inSteps } from "#server/platform/in-steps.ts";
import { decodeLabels, type Labels } from "./label-file.ts";
import { decodeModel } from "./model/model-file.ts";
import { preparePriceEstimator, type priceEstimator } from "./model/price-estimator.ts";
import { priceRater } from "./rate-price.ts";
import { readUsedVersionId, readVersion } from "./valuation-store.ts";
import type { VersionStats } from "./valuation-table.ts";

/** The version in use, ready to estimate. */
export type LoadedVersion = ReturnType<typeof priceEstimator> & {
  id: number;
  trainedAt: Date;
  stats: VersionStats;
  labels: Labels;
  rate: PriceRater;
};

export type PriceValuation = ReturnType<typeof createValuation>;

/** How long a process may use a version after another one was trained. */
const staleAfter = 10_000;

/** Loads the version in use and follows later ones. Without the database, it keeps the version it has. */
export function createValuation(deps: Pick<OpenDatabase, "db"> & { log: FastifyBaseLogger }): {
  /** The version in use; null before the first training. */
  current: () => Promise<LoadedVersion | null>;
  /** What rates prices by the version in use; null before the first training. */
  rater: () => Promise<PriceRater | null>;
  /** Looks for a newer version at once. */
  refresh: () => Promise<void>;
  /** The id of the version in use, for caches; 0 before the first one is loaded. */
  versionId: () => number;
} {
  let loaded: LoadedVersion | null = null;
  let checkedAt = -Infinity;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    try {
      const id = await readUsedVersionId(deps.db);
      if (id !== null && id !== loaded?.id) loaded = (await load(id)) ?? loaded;
    } catch (error) {
      deps.log.warn({ err: error }, "the price model could not be read");
    }
    checkedAt = performance.now();
  }

  async function load(id: number): Promise<LoadedVersion | null> {
    const row = await readVersion(deps.db, id);
    const model = row?.model ? decodeModel(row.model) : null;
    if (!row || !model) return null;
    const version = {
      id,
      trainedAt: row.createdAt,
      stats: row.stats,
      labels: await inSteps(decodeLabels(row.labels ?? Buffer.alloc(0))),
      ...(await inSteps(preparePriceEstimator(model))),
    };
    return { ...version, rate: priceRater(version) };
  }

  function checkIfStale(): void {
    if (performance.now() - checkedAt > staleAfter)
      checking ??= check().finally(() => (checking = null));
  }

  async function current(): Promise<LoadedVersion | null> {
    checkIfStale();
    // Only the first readers wait; later ones use the version at hand meanwhile.
    if (!loaded) await checking;
    return loaded;
  }

  return {
    current,
    rater: async () => (await current())?.rate ?? null,
    async refresh() {
      // A running check may have missed the latest version.
      await checking;
      await (checking ??= check().finally(() => (checking = null)));
    },
    versionId() {
      checkIfStale();
      return loaded?.id ?? 0;
    },
  };
}
