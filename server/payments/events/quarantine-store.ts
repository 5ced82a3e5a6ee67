import { and, count, desc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { QuarantineReason, RefundStatus } from "#shared/payments/payment.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { paymentTable, refundTable } from "../payment-table.ts";

const isQuarantined = isNotNull(paymentTable.quarantineReason);

/** Quarantined payments, newest first, with the status of their latest refund. */
export async function listQuarantinedPayments(
  executor: Executor,
  { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
) {
  const conditions: SQL[] = [isQuarantined];
  if (after)
    conditions.push(
      sql`(date_trunc('milliseconds', ${paymentTable.createdAt}), ${paymentTable.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  return executor
    .select({
      id: paymentTable.id,
      intentId: sql<string>`${paymentTable.intentId}`,
      bookingId: paymentTable.bookingId,
      bookingState: bookingTable.state,
      reason: sql<QuarantineReason>`${paymentTable.quarantineReason}`,
      capturedMinor: paymentTable.capturedMinor,
      currency: paymentTable.currency,
      createdAt: paymentTable.createdAt,
      refundStatus: sql<RefundStatus | null>`(select ${refundTable.status} from ${refundTable} where ${refundTable.paymentId} = ${paymentTable.id} order by ${refundTable.createdAt} desc limit 1)`,
    })
    .from(paymentTable)
    .leftJoin(bookingTable, eq(bookingTable.id, paymentTable.bookingId))
    .where(and(...conditions))
    .orderBy(sql`date_trunc('milliseconds', ${paymentTable.createdAt}) desc`, desc(paymentTable.id))
    .limit(limit);
}

export async function countQuarantinedPayments(executor: Executor): Promise<number> {
  const [row] = await executor
    .select({ payments: count() })
    .from(paymentTable)
    .where(isQuarantined);
  return row?.payments ?? 0;
}
