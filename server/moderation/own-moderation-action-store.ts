import { and, count, desc, eq, sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { appealTable, moderationActionTable } from "./moderation-table.ts";

function selectOwnModerationActions(executor: Executor) {
  return executor
    .select({
      id: moderationActionTable.id,
      kind: moderationActionTable.kind,
      sellerId: moderationActionTable.sellerId,
      item: listingTable.name,
      reason: moderationActionTable.reason,
      at: moderationActionTable.at,
      endedAt: moderationActionTable.endedAt,
      appeal: {
        id: appealTable.id,
        text: appealTable.text,
        createdAt: appealTable.createdAt,
        outcome: appealTable.outcome,
        decisionReason: appealTable.decisionReason,
        decidedAt: appealTable.decidedAt,
      },
    })
    .from(moderationActionTable)
    .leftJoin(listingTable, eq(listingTable.id, moderationActionTable.listingId))
    .leftJoin(appealTable, eq(appealTable.actionId, moderationActionTable.id))
    .$dynamic();
}

export type OwnActRow = Awaited<ReturnType<typeof selectOwnModerationActions>>[number];

export async function findModerationAction(
  executor: Executor,
  id: string,
): Promise<OwnActRow | null> {
  const [row] = await selectOwnModerationActions(executor).where(eq(moderationActionTable.id, id));
  return row ?? null;
}

/** Moderation actions against a seller with their appeals, newest first, starting after `after`. */
export async function listOwnActRows(
  executor: Executor,
  sellerId: string,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<OwnActRow[]> {
  return selectOwnModerationActions(executor)
    .where(
      and(
        eq(moderationActionTable.sellerId, sellerId),
        after
          ? sql`(${moderationActionTable.at}, ${moderationActionTable.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(moderationActionTable.at), desc(moderationActionTable.id))
    .limit(limit);
}

export async function countOwnActs(executor: Executor, sellerId: string): Promise<number> {
  const [row] = await executor
    .select({ actions: count() })
    .from(moderationActionTable)
    .where(eq(moderationActionTable.sellerId, sellerId));
  return row?.actions ?? 0;
}
