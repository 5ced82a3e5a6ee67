import { and, count, desc, eq, sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { appealTable, moderationActTable } from "./moderation-table.ts";

function selectOwnActs(executor: Executor) {
  return executor
    .select({
      id: moderationActTable.id,
      kind: moderationActTable.kind,
      sellerId: moderationActTable.sellerId,
      item: listingTable.name,
      reason: moderationActTable.reason,
      at: moderationActTable.at,
      endedAt: moderationActTable.endedAt,
      appeal: {
        id: appealTable.id,
        words: appealTable.words,
        createdAt: appealTable.createdAt,
        outcome: appealTable.outcome,
        decisionReason: appealTable.decisionReason,
        decidedAt: appealTable.decidedAt,
      },
    })
    .from(moderationActTable)
    .leftJoin(listingTable, eq(listingTable.id, moderationActTable.listingId))
    .leftJoin(appealTable, eq(appealTable.actId, moderationActTable.id))
    .$dynamic();
}

export type OwnActRow = Awaited<ReturnType<typeof selectOwnActs>>[number];

export async function findAct(executor: Executor, id: string): Promise<OwnActRow | null> {
  const [row] = await selectOwnActs(executor).where(eq(moderationActTable.id, id));
  return row ?? null;
}

/** Acts against a seller with their appeals, newest first; those after `after` where it is given. */
export async function listOwnActRows(
  executor: Executor,
  sellerId: string,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<OwnActRow[]> {
  return selectOwnActs(executor)
    .where(
      and(
        eq(moderationActTable.sellerId, sellerId),
        after
          ? sql`(${moderationActTable.at}, ${moderationActTable.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(moderationActTable.at), desc(moderationActTable.id))
    .limit(limit);
}

export async function countOwnActs(executor: Executor, sellerId: string): Promise<number> {
  const [row] = await executor
    .select({ acts: count() })
    .from(moderationActTable)
    .where(eq(moderationActTable.sellerId, sellerId));
  return row?.acts ?? 0;
}
