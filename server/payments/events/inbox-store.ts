import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { providerEventTable } from "../payment-table.ts";

export type InboxEvent = typeof providerEventTable.$inferSelect;

/** Stores an event. Returns false if it is already stored; waits for another process that is storing it. */
export async function insertEvent(
  tx: Executor,
  event: typeof providerEventTable.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(providerEventTable)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: providerEventTable.id });
  return rows.length > 0;
}

/** Ids of events whose payment is unknown, newest first, so that events that never match do not block the others. */
export async function listWaitingEvents(executor: Executor, limit: number): Promise<string[]> {
  const rows = await executor
    .select({ id: providerEventTable.id })
    .from(providerEventTable)
    .where(eq(providerEventTable.state, "waiting"))
    .orderBy(desc(providerEventTable.receivedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** A waiting event, locked until the transaction ends. Null if another process has locked or processed it. */
export async function lockWaitingEvent(tx: Executor, id: string): Promise<InboxEvent | null> {
  const [event] = await tx
    .select()
    .from(providerEventTable)
    .where(and(eq(providerEventTable.id, id), eq(providerEventTable.state, "waiting")))
    .for("update", { skipLocked: true });
  return event ?? null;
}

export async function markApplied(tx: Executor, id: string): Promise<void> {
  await tx
    .update(providerEventTable)
    .set({ state: "applied" })
    .where(eq(providerEventTable.id, id));
}

/** Marks events whose payment was not found for days; they stay in the inbox. */
export async function markUnclaimed(executor: Executor, days: number): Promise<void> {
  await executor
    .update(providerEventTable)
    .set({ state: "unclaimed" })
    .where(
      and(
        eq(providerEventTable.state, "waiting"),
        lt(providerEventTable.receivedAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}

/** Deletes old processed events. Their effects are in the payment log. */
export async function pruneEvents(executor: Executor, days: number): Promise<void> {
  await executor
    .delete(providerEventTable)
    .where(
      and(
        inArray(providerEventTable.state, ["applied", "ignored"]),
        lt(providerEventTable.receivedAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}
