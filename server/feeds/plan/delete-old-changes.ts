import type { Executor } from "#server/platform/database/database.ts";
import { countsOfPlans } from "./change-count-store.ts";
import { listEnded } from "./plan-outline-store.ts";
import { deleteChangesOf } from "./plan-store.ts";
import { isUndoable } from "../apply/undo-plan.ts";

/** Changes that the applied and undone plans of a seller's feeds keep: a year's worth for the largest dealers. */
const mostEnded = 400_000;

/**
 * Deletes the changes of a seller's oldest plans that were applied or undone, if there are too many, but keeps those of
 * plans that can still be undone. The shop then shows only the numbers and refused rows of such a plan.
 */
export async function deleteOldChanges(tx: Executor, sellerId: string): Promise<void> {
  const ended = await listEnded(tx, sellerId);
  const counts = await countsOfPlans(
    tx,
    ended.map(({ plan }) => plan.id),
  );
  const sizeOf = (id: string) => (counts.get(id) ?? []).reduce((sum, { cars }) => sum + cars, 0);
  const isNeeded = ({ plan, feed }: (typeof ended)[number]) => isUndoable(plan, feed);
  let changeCount = 0;
  for (const { plan } of ended.filter(isNeeded)) changeCount += sizeOf(plan.id);
  const surplus: string[] = [];
  for (const { plan } of ended.filter((one) => !isNeeded(one))) {
    changeCount += sizeOf(plan.id);
    if (changeCount > mostEnded) surplus.push(plan.id);
  }
  await deleteChangesOf(tx, surplus);
}
