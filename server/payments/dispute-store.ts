import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { disputeTable } from "./payment-table.ts";

export type Dispute = typeof disputeTable.$inferSelect;

/** Writes what was stated of a dispute last; false where a later statement, or its end, is known already. */
export async function upsertDispute(
  tx: Executor,
  dispute: typeof disputeTable.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(disputeTable)
    .values(dispute)
    .onConflictDoUpdate({
      target: disputeTable.id,
      set: {
        status: dispute.status,
        isOpen: dispute.isOpen,
        amountMinor: dispute.amountMinor,
        statedAt: dispute.statedAt,
      },
      setWhere: and(
        eq(disputeTable.isOpen, true),
        sql`${disputeTable.status} <> ${dispute.status}`,
        // The end of a dispute is taken whenever it was stated: nothing comes after it.
        sql`(${lte(disputeTable.statedAt, dispute.statedAt)} or ${!dispute.isOpen})`,
      ),
    })
    .returning({ id: disputeTable.id });
  return rows.length > 0;
}

/** Disputes that were open when they were last heard of. */
export async function listOpenDisputes(executor: Executor, limit: number): Promise<string[]> {
  const rows = await executor
    .select({ id: disputeTable.id })
    .from(disputeTable)
    .where(eq(disputeTable.isOpen, true))
    .orderBy(asc(disputeTable.statedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** The dispute of a payment that was opened last, or null. */
export async function findDispute(executor: Executor, paymentId: string): Promise<Dispute | null> {
  const [dispute] = await executor
    .select()
    .from(disputeTable)
    .where(eq(disputeTable.paymentId, paymentId))
    .orderBy(desc(disputeTable.isOpen), desc(disputeTable.openedAt))
    .limit(1);
  return dispute ?? null;
}
