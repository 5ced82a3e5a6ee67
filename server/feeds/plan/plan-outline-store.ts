import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { feedPlanTable, feedTable, type ChangeCount } from "../feed-table.ts";

const plan = feedPlanTable;
type FeedPlan = typeof plan.$inferSelect;

/** How many cars a plan leaves as they are. Plans of an earlier release have no count, and kept all. */
export const keptCarsOfPlan = sql<number>`coalesce(${plan.keptCars}, jsonb_array_length(${plan.keptChanges}))`;

/** A plan without its lists, which can have megabytes. It has their lengths. */
export const planOutline = {
  id: plan.id,
  feedId: plan.feedId,
  feedVersion: plan.feedVersion,
  state: plan.state,
  source: plan.source,
  rows: plan.rows,
  refused: plan.refused,
  unchanged: plan.unchanged,
  review: plan.review,
  createdAt: plan.createdAt,
  endedAt: plan.endedAt,
  kept: keptCarsOfPlan,
  repeatedRows: sql<number>`coalesce(${plan.repeatedRows}, jsonb_array_length(${plan.repeated}))`,
};
export type PlanOutline = Pick<
  FeedPlan,
  | ("id" | "feedId" | "feedVersion" | "state" | "source" | "rows" | "refused" | "unchanged")
  | ("review" | "createdAt" | "endedAt")
> & { kept: number; repeatedRows: number };
export type CountedPlan = { plan: PlanOutline; changes: readonly ChangeCount[] };

export async function readOutline(executor: Executor, id: string): Promise<PlanOutline | null> {
  const [outline] = await executor.select(planOutline).from(plan).where(eq(plan.id, id));
  return outline ?? null;
}

/** The id of a plan's feed; null without the plan. */
export async function readFeedOfPlan(executor: Executor, id: string): Promise<string | null> {
  const [row] = await executor.select({ feedId: plan.feedId }).from(plan).where(eq(plan.id, id));
  return row?.feedId ?? null;
}

/** The options that a plan's file was read with. */
export async function readPlanOptions(
  executor: Executor,
  id: string,
): Promise<FeedPlan["options"]> {
  const [row] = await executor.select({ options: plan.options }).from(plan).where(eq(plan.id, id));
  return row!.options;
}

/** The plan of a feed that was applied last, or is being applied or undone; null without one. */
export async function readLastPlan(
  executor: Executor,
  feedId: string,
): Promise<PlanOutline | null> {
  const [last] = await executor
    .select(planOutline)
    .from(plan)
    .where(and(eq(plan.feedId, feedId), inArray(plan.state, ["applying", "applied", "undoing"])))
    .orderBy(desc(plan.createdAt))
    .limit(1);
  return last ?? null;
}

/** A seller's plans that were applied or undone, the last one first, each with its feed. */
export function listEnded(executor: Executor, sellerId: string) {
  return executor
    .select({
      plan: { id: plan.id, state: plan.state, feedVersion: plan.feedVersion },
      feed: { version: feedTable.version },
    })
    .from(plan)
    .innerJoin(feedTable, eq(feedTable.id, plan.feedId))
    .where(and(eq(feedTable.sellerId, sellerId), inArray(plan.state, ["applied", "undone"])))
    .orderBy(desc(plan.endedAt), desc(plan.id));
}

/** Whether a plan of a feed is being applied or undone, or was interrupted meanwhile. */
export async function isRunning(executor: Executor, feedId: string): Promise<boolean> {
  const last = await readLastPlan(executor, feedId);
  return last?.state === "applying" || last?.state === "undoing";
}

/** The options of the feed's plan that was applied last before another one and was not undone; null without one. */
export async function readOptionsBefore(
  executor: Executor,
  { feedId, feedVersion }: Pick<FeedPlan, "feedId" | "feedVersion">,
): Promise<FeedPlan["options"] | null> {
  const [before] = await executor
    .select({ options: plan.options })
    .from(plan)
    .where(
      and(eq(plan.feedId, feedId), eq(plan.state, "applied"), lt(plan.feedVersion, feedVersion)),
    )
    .orderBy(desc(plan.feedVersion))
    .limit(1);
  return before?.options ?? null;
}
