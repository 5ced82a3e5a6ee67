import { and, count, eq, inArray, notInArray, sql, type SQL } from "drizzle-orm";
import { detailNames } from "#shared/listings/car-details.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { feedChangeTable, feedPlanTable, feedTable, type ChangeCount } from "../feed-table.ts";
import { append } from "../match/identify-cars.ts";

const isOnlyDetails = sql`${feedChangeTable.kind} = 'changed' and ${feedChangeTable.fields} <> '[]'
  and ${feedChangeTable.fields} <@ ${JSON.stringify(detailNames)}::jsonb`;

/** How many changes of a plan there are of each kind in each state. */
export async function countChanges(executor: Executor, planId: string): Promise<ChangeCount[]> {
  return (await countsOfPlans(executor, [planId])).get(planId) ?? [];
}

/** The numbers of changes of several plans, by plan. Those of plans that are being applied or undone are counted. */
export async function countsOfPlans(
  executor: Executor,
  planIds: readonly string[],
): Promise<Map<string, ChangeCount[]>> {
  if (planIds.length === 0) return new Map();
  const { id, state, counts } = feedPlanTable;
  const plans = await executor
    .select({ id, state, counts })
    .from(feedPlanTable)
    .where(inArray(id, [...planIds]));
  const uncounted = plans.filter((plan) => plan.counts?.state !== plan.state);
  const counted = await countRows(
    executor,
    uncounted.map((plan) => plan.id),
  );
  return new Map(
    plans.map((plan) => [
      plan.id,
      plan.counts?.state === plan.state ? plan.counts.changes : (counted.get(plan.id) ?? []),
    ]),
  );
}

async function countRows(
  executor: Executor,
  planIds: readonly string[],
): Promise<Map<string, ChangeCount[]>> {
  const counts = new Map<string, ChangeCount[]>();
  if (planIds.length === 0) return counts;
  const { planId, kind, state } = feedChangeTable;
  const rows = await executor
    .select({
      planId,
      kind,
      state,
      cars: count(),
      onlyDetails: sql`count(*) filter (where ${isOnlyDetails})`.mapWith(Number),
    })
    .from(feedChangeTable)
    .where(inArray(planId, [...planIds]))
    .groupBy(planId, kind, state);
  for (const { planId: plan, ...row } of rows) append(counts, plan, row);
  return counts;
}

/** Stores the numbers of the plans that are in another state than when they were last counted. */
export async function storeCounts(tx: Executor, which: SQL): Promise<void> {
  const { id, state, counts } = feedPlanTable;
  const plans = await tx
    .select({ id, state })
    .from(feedPlanTable)
    .where(
      and(
        which,
        notInArray(state, ["applying", "undoing"]),
        sql`${counts} ->> 'state' is distinct from ${state}`,
      ),
    );
  const counted = await countRows(
    tx,
    plans.map((plan) => plan.id),
  );
  for (const plan of plans) {
    await tx
      .update(feedPlanTable)
      .set({ counts: { state: plan.state, changes: counted.get(plan.id) ?? [] } })
      .where(eq(id, plan.id));
  }
}

/** How many changes the plans of a seller that wait have in all. */
export async function countWaiting(tx: Executor, sellerId: string): Promise<number> {
  const plans = await tx
    .select({ id: feedPlanTable.id })
    .from(feedPlanTable)
    .innerJoin(feedTable, eq(feedTable.id, feedPlanTable.feedId))
    .where(and(eq(feedTable.sellerId, sellerId), eq(feedPlanTable.state, "waiting")));
  const counts = await countsOfPlans(
    tx,
    plans.map(({ id }) => id),
  );
  return [...counts.values()].flat().reduce((sum, { cars }) => sum + cars, 0);
}
