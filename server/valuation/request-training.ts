import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { isTraining, trainingQueue } from "./training-job-store.ts";

/** Queues a training of the price model for an admin, unless one waits or runs. */
export async function requestTraining(
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  admin: Viewer,
): Promise<ModifiedAnswer> {
  if (await isTraining(db))
    return { modifiedCount: 0, message: "The model is already being trained." };
  await recordAudit(db, { actorId: admin.accountId, action: "prices.train" });
  await jobs.send(trainingQueue, {}, { singletonKey: trainingQueue });
  return { modifiedCount: 1 };
}
