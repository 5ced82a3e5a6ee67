import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockFeedOfSeller, type Feed } from "../feed-store.ts";
import { readFeedOfPlan, readOutline, type PlanOutline } from "../plan/plan-outline-store.ts";

/** A plan and its feed, both locked with their seller until the transaction ends. */
export type LockedPlan = { plan: PlanOutline; feed: Feed };

/** Locks a plan's seller and feed, so that only one process applies or undoes a plan of it at a time. */
export async function lockPlan(tx: Executor, planId: string): Promise<LockedPlan> {
  const feedId = await readFeedOfPlan(tx, planId);
  // With its seller: an account that is being deleted gets no new listings.
  const feed = feedId === null ? null : await lockFeedOfSeller(tx, feedId);
  // Only now, because another process may have had the lock.
  const plan = feed && (await readOutline(tx, planId));
  if (!plan) throw noSuchPlan();
  return { plan, feed };
}

export function noSuchPlan(): AppError {
  return new AppError("not_found", { message: "There is no such plan." });
}
