import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ModerationActionKind } from "#shared/moderation/moderation.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { moderationActionTable } from "./moderation-table.ts";

/** Records a moderation action, which its seller may appeal. `actorId` is null for the command line. */
export async function recordModerationAction(
  tx: Executor,
  action: {
    kind: ModerationActionKind;
    sellerId: string;
    listingId: string | null;
    actorId: string | null;
    reason: string | null;
  },
): Promise<void> {
  await tx.insert(moderationActionTable).values({ ...action, id: randomUUID() });
}

/** Ends the current moderation action against a seller or one of their listings. Returns its id. */
export async function endModerationAction(
  tx: Executor,
  action: { kind: ModerationActionKind; sellerId: string; listingId: string | null },
): Promise<string | null> {
  const [ended] = await tx
    .update(moderationActionTable)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(moderationActionTable.kind, action.kind),
        eq(moderationActionTable.sellerId, action.sellerId),
        action.listingId === null
          ? undefined
          : eq(moderationActionTable.listingId, action.listingId),
        isNull(moderationActionTable.endedAt),
      ),
    )
    .returning({ id: moderationActionTable.id });
  return ended?.id ?? null;
}

/** Why these sellers are suspended, by seller id. */
export async function listSuspensionReasons(
  db: Executor,
  sellerIds: string[],
): Promise<Map<string, string | null>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db
    .select({ sellerId: moderationActionTable.sellerId, reason: moderationActionTable.reason })
    .from(moderationActionTable)
    .where(
      and(
        eq(moderationActionTable.kind, "suspension"),
        inArray(moderationActionTable.sellerId, sellerIds),
        isNull(moderationActionTable.endedAt),
      ),
    );
  return new Map(rows.map(({ sellerId, reason }) => [sellerId, reason]));
}
