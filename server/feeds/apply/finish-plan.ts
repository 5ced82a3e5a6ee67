import { recordImport } from "#server/imports/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countChanges } from "../plan/change-count-store.ts";
import type { PlanOutline } from "../plan/plan-outline-store.ts";
import { setPlanState } from "../plan/plan-store.ts";

/** Marks a plan as applied, and records it among the imports, however its file came to the shop. */
export async function finishPlan(tx: Executor, plan: PlanOutline): Promise<void> {
  await setPlanState(tx, plan.id, "applied");
  const imported = (await countChanges(tx, plan.id))
    .filter(({ kind, state }) => kind === "added" && state === "applied")
    .reduce((sum, { cars }) => sum + cars, 0);
  const { createdAt: startedAt, rows, refused: quarantined } = plan;
  await recordImport(tx, {
    startedAt,
    outcome: "done",
    rows,
    imported,
    quarantined,
    duplicates: Math.max(0, rows - quarantined - imported),
  });
}
