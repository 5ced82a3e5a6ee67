import type { Pool } from "pg";
import { decideDispute } from "#simulators/payment-provider/disputes/decide-dispute.ts";
import { finishProcessing } from "#simulators/payment-provider/intents/finish-processing.ts";
import { finishRefund } from "#simulators/payment-provider/refunds/finish-refund.ts";
import { inTransaction } from "#simulators/payment-provider/state/database-store.ts";
import { findObject } from "#simulators/payment-provider/state/object-store.ts";
import { listTasks } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

/** Runs pending tasks: all of them, or those that are due. Returns how many. */
export async function settleTasks(pool: Pool, which: "due" | "all"): Promise<number> {
  const tasks = await listTasks({ db: pool }, which);
  for (const id of tasks)
    await inTransaction(pool, { id: null, idempotencyKey: null }, (work) => settle(work, id));
  return tasks.length;
}

async function settle(work: Work, id: string): Promise<void> {
  if (id.startsWith("pi_")) await finishProcessing(work, id, "succeeded");
  if (id.startsWith("du_")) await decideDispute(work, id);
  if (!id.startsWith("re_")) return;
  const refund = await findObject(work, "refund", id);
  await finishRefund(work, id, refund?.object.status === "pending" ? "succeeded" : "failed");
}
