import { asc, desc, eq } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { Executor } from "#server/platform/database/database.ts";
import { feedPlanTable, feedRefusalTable } from "../feed-table.ts";
import type { Refusal } from "./plan-store.ts";

/** Whether the newest plan of a feed has the same refused rows, on whichever lines. */
export async function wasRefusedBefore(
  tx: Executor,
  feedId: string,
  refusals: readonly Refusal[],
): Promise<boolean> {
  const [newest] = await tx
    .select({ id: feedPlanTable.id })
    .from(feedPlanTable)
    .where(eq(feedPlanTable.feedId, feedId))
    .orderBy(desc(feedPlanTable.createdAt))
    .limit(1);
  if (!newest) return false;
  const { kind, faults, cells, line } = feedRefusalTable;
  const before = await tx
    .select({ kind, faults, cells })
    .from(feedRefusalTable)
    .where(eq(feedRefusalTable.planId, newest.id))
    .orderBy(asc(line));
  return isDeepStrictEqual(
    before,
    refusals.map((one) => ({ kind: one.kind, faults: one.faults, cells: one.cells })),
  );
}
