import type { Executor } from "#server/platform/database/database.ts";
import { countsOfPlans } from "./change-count-store.ts";
import { listEnded } from "./plan-outline-store.ts";
import { deleteChangesOf } from "./plan-store.ts";
import { isUndoable } from "./undo-plan.ts";

/** Changes that the applied and undone plans of a seller's feeds keep: of the largest dealers, those of a year. */
const mostEnded = 400_000;

/**
 * Deletes the changes of a seller's oldest plans that were applied or undone, if there are too many, but keeps those of
 * plans that can still be undone. What the shop shows of such a plan are its numbers and refused rows.
 */
export async function deleteOldChanges(tx: Executor, sellerId: string): Promise<void> {
  const ended = await listEnded(tx, sellerId);
  const counts = await countsOfPlans(
    tx,
    ended.map(({ plan }) => plan.id),
  );
  const undoable = ended.filter(({ plan, feed }) => isUndoable(plan, feed));
  const others = ended.filter((one) => !undoable.includes(one));
  const surplus: string[] = [];
  let kept = 0;
  for (const { plan } of [...undoable, ...others]) {
    for (const { cars } of counts.get(plan.id) ?? []) kept += cars;
    if (kept > mostEnded) surplus.push(plan.id);
  }
  const needed = new Set(undoable.map(({ plan }) => plan.id));
  await deleteChangesOf(
    tx,
    surplus.filter((id) => !needed.has(id)),
  );
}
