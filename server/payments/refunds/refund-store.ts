import { and, asc, eq, lt, ne, notInArray, sql, sum } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  disputeTable,
  isFailureToReport,
  paymentTable,
  refundTable,
  refusedPrefix,
} from "../payment-table.ts";
import type { Payment } from "../payment-store.ts";

export type Refund = typeof refundTable.$inferSelect;

/** Inserts a refund before it is sent to the provider. Returns false if the id exists. */
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

/** Provider id for a refund that the provider refused. */
export function refusedId(id: string): string {
  return `${refusedPrefix}${id}`;
}

/** Outcome of a refund if the buyer should be told about it, or null. */
export async function outcomeForBuyer(
  tx: Executor,
  id: string,
): Promise<"succeeded" | "failed" | null> {
  const [refund] = await tx
    .select({ status: refundTable.status })
    .from(refundTable)
    .where(
      and(
        eq(refundTable.id, id),
        sql`(${refundTable.status} = 'succeeded' or ${isFailureToReport})`,
      ),
    );
  return refund?.status === "succeeded" || refund?.status === "failed" ? refund.status : null;
}

/** Uses another idempotency key after the provider stored a failure under this one. */
export async function advanceRefundKey(
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
 * Refunds that were not sent to the provider yet, or not answered, of one payment or of all. Automatic refunds wait
 * while a dispute is open.
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
        // An inquiry (`warning…`) takes no money: the provider still accepts a refund, which closes it.
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

/** Intents with refunds in progress that were not updated for `seconds`. */
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

/** Oldest first. */
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
 * Amount of a payment that can still be refunded, in minor units: captured, minus refunds and lost disputes. The payment
 * must be locked.
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

/** Refunded amount of a payment in minor units, and whether the payment was late or quarantined. */
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
