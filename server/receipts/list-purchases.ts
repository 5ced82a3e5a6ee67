import { z } from "zod";
import { toMajor } from "#shared/money/money.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { Purchase } from "#shared/receipts/receipt-contract.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import type { Database } from "#server/platform/database/database.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countPurchases, listPurchaseRows } from "./receipt-store.ts";

const cursor = z.object({ number: z.number().int().positive() });

/**
 * Receipts of an account as a buyer, newest first. Works for every role: a former buyer no longer has My Orders.
 * @throws AppError invalid_cursor
 */
export async function listPurchases(
  { db }: { db: Database },
  accountId: string,
  query: PageQuery,
): Promise<{ purchases: Purchase[]; total: number; nextCursor: string | null }> {
  const before = decodeCursor(cursor, query.cursor)?.number ?? null;
  const [purchaseRows, total] = await Promise.all([
    listPurchaseRows(db, accountId, { before, limit: query.limit + 1 }),
    countPurchases(db, accountId),
  ]);
  const { rows, nextCursor } = cutPage(purchaseRows, query.limit, ({ number }) => ({ number }));
  const purchases = rows.map(({ number, bookingId, issuedAt, item, paidMinor, currency }) => ({
    number: receiptNumber(number),
    bookingId,
    issuedAt: issuedAt.toISOString(),
    item,
    amountPaid: toMajor(paidMinor, currency),
    currency,
  }));
  return { purchases, total, nextCursor };
}
