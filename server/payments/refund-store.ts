import { and, asc, eq, lt, ne, notInArray, sql, sum } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  disputeTable,
  isFailureToTell,
  paymentTable,
  refundTable,
  refusedPrefix,
} from "./payment-table.ts";
import type { Payment } from "./payment-store.ts";

export type Refund = typeof refundTable.$inferSelect;

/** Notes a refund before the provider is asked for it; false where this id was noted before. */
export async function insertRefund(
  tx: Executor,
  given: typeof refundTable.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(refundTable)
    .values(given)
    .onConflictDoNothing()
    .returning({ id: refundTable.id });
  return rows.length > 0;
}

export async function findRefund(executor: Executor, id: string): Promise<Refund | null> {
  const [refund] = await executor.select().from(refundTable).where(eq(refundTable.id, id));
  return refund ?? null;
}

export async function findRefundByProviderId(
  executor: Executor,
  providerId: string,
): Promise<Refund | null> {
  const [refund] = await executor
    .select()
    .from(refundTable)
    .where(eq(refundTable.providerId, providerId));
  return refund ?? null;
}

export async function updateRefund(
  tx: Executor,
  id: string,
  values: Partial<Pick<Refund, "providerId" | "status" | "failureReason">>,
): Promise<void> {
  await tx
    .update(refundTable)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(refundTable.id, id));
}

/** The provider's id of a refund that it refused: it has none of its own. */
export function refusedId(id: string): string {
  return `${refusedPrefix}${id}`;
}

/** What a refund has come to, where its buyer is to hear of it. */
export async function outcomeToTell(
  tx: Executor,
  id: string,
): Promise<"succeeded" | "failed" | null> {
  const [refund] = await tx
    .select({ status: refundTable.status })
    .from(refundTable)
    .where(
      and(eq(refundTable.id, id), sql`(${refundTable.status} = 'succeeded' or ${isFailureToTell})`),
    );
  return refund?.status === "succeeded" || refund?.status === "failed" ? refund.status : null;
}

/** Counts the key on after a failure that the provider has stored under it. */
export async function countRefundKeyOn(
  executor: Executor,
  { id, keyNumber }: Pick<Refund, "id" | "keyNumber">,
): Promise<void> {
  await executor
    .update(refundTable)
    .set({ keyNumber: keyNumber + 1 })
    .where(and(eq(refundTable.id, id), eq(refundTable.keyNumber, keyNumber)));
}

export type RefundToSend = Refund & { intentId: string; currency: string };

/**
 * Refunds that the provider has not been asked for yet, or not answered; of one payment, or of all. Those of the shop's
 * own rules wait while a dispute is open.
 */
export async function listRefundsToSend(
  executor: Executor,
  limit: number,
  paymentId: string | null = null,
): Promise<RefundToSend[]> {
  const rows = await executor
    .select({
      refund: refundTable,
      intentId: paymentTable.intentId,
      currency: paymentTable.currency,
    })
    .from(refundTable)
    .innerJoin(paymentTable, eq(paymentTable.id, refundTable.paymentId))
    .where(
      and(
        eq(refundTable.status, "requested"),
        paymentId === null ? undefined : eq(refundTable.paymentId, paymentId),
        // An inquiry takes no money yet: the provider still refunds, and that ends it.
        sql`(${refundTable.cause} = 'admin' or not exists (
          select from ${disputeTable} where ${disputeTable.paymentId} = ${refundTable.paymentId}
            and ${disputeTable.isOpen} and ${disputeTable.status} not like 'warning%'))`,
      ),
    )
    .orderBy(asc(refundTable.createdAt))
    .limit(limit);
  return rows.flatMap(({ refund, intentId, currency }) =>
    intentId === null ? [] : [{ ...refund, intentId, currency }],
  );
}

/** Intents with refunds that the provider was still working on when it was last heard of. */
export async function listIntentsWithOpenRefunds(
  executor: Executor,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ intentId: paymentTable.intentId })
    .from(refundTable)
    .innerJoin(paymentTable, eq(paymentTable.id, refundTable.paymentId))
    .where(
      and(
        sql`${refundTable.status} in ('pending', 'requires_action')`,
        lt(refundTable.updatedAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .limit(limit);
  return rows.flatMap((row) => row.intentId ?? []);
}

/** Refunds of a payment, oldest first. */
export async function listRefundsOfPayment(
  executor: Executor,
  paymentId: string,
): Promise<Refund[]> {
  return executor
    .select()
    .from(refundTable)
    .where(eq(refundTable.paymentId, paymentId))
    .orderBy(asc(refundTable.createdAt));
}

/**
 * What can still be given back of a payment, in minor units: what was captured, less what went back or is about to,
 * less what the buyer's bank took. The payment must be locked.
 */
export async function refundableMinor(
  tx: Executor,
  { id, capturedMinor }: Pick<Payment, "id" | "capturedMinor">,
): Promise<number> {
  const [given] = await tx
    .select({ minor: sum(refundTable.amountMinor) })
    .from(refundTable)
    .where(
      and(eq(refundTable.paymentId, id), notInArray(refundTable.status, ["failed", "canceled"])),
    );
  const [taken] = await tx
    .select({ minor: sum(disputeTable.amountMinor) })
    .from(disputeTable)
    .where(and(eq(disputeTable.paymentId, id), eq(disputeTable.status, "lost")));
  return Math.max(0, capturedMinor - Number(given?.minor ?? 0) - Number(taken?.minor ?? 0));
}

/** What the provider has given back of a payment, in minor units, and whether any of it was for a lost car. */
export async function refundedOf(
  tx: Executor,
  paymentId: string,
): Promise<{ minor: number; hasLate: boolean }> {
  const [row] = await tx
    .select({
      minor: sql<string>`coalesce(sum(${refundTable.amountMinor}) filter (where ${refundTable.status} = 'succeeded'), 0)`,
      hasLate: sql<boolean>`coalesce(bool_or(${refundTable.cause} <> 'admin'), false)`,
    })
    .from(refundTable)
    .where(and(eq(refundTable.paymentId, paymentId), ne(refundTable.status, "canceled")));
  return { minor: Number(row?.minor ?? 0), hasLate: row?.hasLate ?? false };
}
