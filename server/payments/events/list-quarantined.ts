import { z } from "zod";
import { toMajor } from "#shared/money/money.ts";
import type { pageQuery } from "#shared/paging/paging-contract.ts";
import type { QuarantinedPayment } from "#shared/payments/payment-contract.ts";
import type { Deps } from "#server/deps.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countQuarantinedPayments, listQuarantinedPayments } from "./quarantine-store.ts";

const cursor = z.object({ createdAt: z.iso.datetime(), id: z.uuid() });

/** Quarantined payments for admins, newest first. @throws AppError invalid_cursor */
export async function listQuarantined(
  { db }: Pick<Deps, "db">,
  query: z.output<typeof pageQuery>,
): Promise<{ payments: QuarantinedPayment[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const paymentRows = await listQuarantinedPayments(db, { after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(paymentRows, query.limit, (last) => ({
    createdAt: last.createdAt.toISOString(),
    id: last.id,
  }));
  const payments = rows.map((row) => ({
    _id: row.id,
    transactionId: row.intentId,
    bookingId: row.bookingId,
    bookingState: row.bookingState,
    reason: row.reason,
    amount: toMajor(row.capturedMinor, row.currency),
    currency: row.currency,
    refundStatus: row.refundStatus,
    createdAt: row.createdAt.toISOString(),
  }));
  return { payments, total: await countQuarantinedPayments(db), nextCursor };
}
