import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { disputeTable } from "../payment-table.ts";

export type Dispute = typeof disputeTable.$inferSelect;

/** Stores the latest report about a dispute. Returns false if a later report or its end is already stored. */
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
        // A closed dispute never reopens, so its end is stored whatever its time.
        sql`(${lte(disputeTable.statedAt, dispute.statedAt)} or ${!dispute.isOpen})`,
      ),
    })
    .returning({ id: disputeTable.id });
  return rows.length > 0;
}

/** Disputes that were open in their last report. */
export async function listOpenDisputes(executor: Executor, limit: number): Promise<string[]> {
  const rows = await executor
    .select({ id: disputeTable.id })
    .from(disputeTable)
    .where(eq(disputeTable.isOpen, true))
    .orderBy(asc(disputeTable.statedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** The latest dispute of a payment (an open one first), or null. */
export async function findDispute(executor: Executor, paymentId: string): Promise<Dispute | null> {
  const [dispute] = await executor
    .select()
    .from(disputeTable)
    .where(eq(disputeTable.paymentId, paymentId))
    .orderBy(desc(disputeTable.isOpen), desc(disputeTable.openedAt))
    .limit(1);
  return dispute ?? null;
}
