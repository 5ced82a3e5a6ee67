import type { Deps } from "#server/deps.ts";
import {
  tryWithAdvisoryLock,
  withAdvisoryLock,
} from "#server/platform/database/with-advisory-lock.ts";
import { trainInThread } from "./train-in-thread.ts";
import type { Training } from "./train-version.ts";
import { neededCars } from "./model/train-model.ts";
import { isTraining, listStartedTrainings, trainingQueue } from "./training-job-store.ts";
import { countStock, readLastTraining } from "./valuation-store.ts";

const check = "valuation.check";
/** The share of the stock that is new, changed or gone before the model is trained again. */
const changedShare = 0.1;

type ValuationNeeds = Pick<Deps, "db" | "directUrl" | "jobs" | "log" | "valuation">;

/** Trains the price model every night, and soon after a tenth of the stock has changed. */
export async function valuationJobs(deps: ValuationNeeds): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(trainingQueue, {
    name: trainingQueue,
    policy: "singleton",
    expireInMinutes: 60,
  });
  await jobs.work(trainingQueue, async () => train(deps));
  await jobs.schedule(trainingQueue, "17 3 * * *", {}, { singletonKey: trainingQueue });
  await jobs.createQueue(check, { name: check, policy: "short" });
  await jobs.work(check, async () => {
    await retryStoppedTraining(deps);
    // Of processes that check at the same moment, one queues a training.
    if (await isTrainingDue(deps))
      await jobs.send(trainingQueue, {}, { singletonKey: trainingQueue, singletonSeconds: 60 });
  });
  await jobs.schedule(check, "*/5 * * * *");
  await jobs.send(check, {});
}

/** The queue keeps what it returns, for admins. */
async function train({ directUrl, log, valuation }: ValuationNeeds): Promise<Training> {
  const training = await withAdvisoryLock({ directUrl }, trainingQueue, () =>
    trainInThread(directUrl),
  );
  log.info(training, "trained the price model");
  await valuation.refresh();
  return training;
}

/**
 * Tries a training again whose process was killed: the lock of trainings is free, but the queue has it as running.
 * @internal
 */
export async function retryStoppedTraining(
  deps: Pick<Deps, "db" | "directUrl" | "jobs">,
): Promise<void> {
  await tryWithAdvisoryLock(deps, trainingQueue, async () => {
    for (const id of await listStartedTrainings(deps.db)) await deps.jobs.fail(trainingQueue, id);
  });
}

/**
 * Whether there are enough cars and no version yet, or enough changes since the last training. No other is due while one
 * waits or runs, which with many cars on a busy machine takes longer than the time between two checks.
 * @internal
 */
export async function isTrainingDue({ db }: Pick<Deps, "db">): Promise<boolean> {
  if (await isTraining(db)) return false;
  const last = await readLastTraining(db);
  const { listings, changed } = await countStock(db, last?.createdAt ?? null);
  if (listings < neededCars) return false;
  if (!last) return true;
  return Math.max(changed, last.listings - listings) >= changedShare * listings;
}
