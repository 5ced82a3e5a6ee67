import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ActKind } from "#shared/moderation/moderation.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { moderationActTable } from "./moderation-table.ts";

/** Notes an act that its seller may appeal, in the transaction of the act. `actorId` is null for the command line. */
export async function noteAct(
  tx: Executor,
  act: {
    kind: ActKind;
    sellerId: string;
    listingId: string | null;
    actorId: string | null;
    reason: string | null;
  },
): Promise<void> {
  await tx.insert(moderationActTable).values({ ...act, id: randomUUID() });
}

/** Notes that the act which stands against a seller, or a car of theirs, was taken back. Answers its id. */
export async function endAct(
  tx: Executor,
  act: { kind: ActKind; sellerId: string; listingId: string | null },
): Promise<string | null> {
  const [ended] = await tx
    .update(moderationActTable)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(moderationActTable.kind, act.kind),
        eq(moderationActTable.sellerId, act.sellerId),
        act.listingId === null ? undefined : eq(moderationActTable.listingId, act.listingId),
        isNull(moderationActTable.endedAt),
      ),
    )
    .returning({ id: moderationActTable.id });
  return ended?.id ?? null;
}

/** Why these sellers are suspended, by their ids. */
export async function listSuspensionReasons(
  db: Executor,
  sellerIds: string[],
): Promise<Map<string, string | null>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db
    .select({ sellerId: moderationActTable.sellerId, reason: moderationActTable.reason })
    .from(moderationActTable)
    .where(
      and(
        eq(moderationActTable.kind, "suspension"),
        inArray(moderationActTable.sellerId, sellerIds),
        isNull(moderationActTable.endedAt),
      ),
    );
  return new Map(rows.map(({ sellerId, reason }) => [sellerId, reason]));
}
