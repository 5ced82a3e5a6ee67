import { and, count, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { maximumHolds } from "#shared/bookings/booking.ts";
import {
  bookingTable,
  isHeld,
  isLive,
  isRunning,
  isPaidLately,
  isUnpaid,
} from "#server/bookings/booking-table.ts";
import { isOnSale, listingTable } from "#server/listings/listing-table.ts";
import { paymentTable, refundTable } from "#server/payments/payment-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { receiptTable } from "#server/payments/receipts/receipt-table.ts";
import { reportTable } from "#server/reports/report-table.ts";

const counted = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
const latestRefund = sql`(select ${refundTable.status} from ${refundTable} where ${refundTable.paymentId} = ${paymentTable.id} order by ${desc(refundTable.createdAt)} limit 1)`;

/** The number of listings with open reports. */
export async function countReported(db: Executor): Promise<number> {
  const [row] = await db
    .select({ cars: sql<number>`count(distinct ${reportTable.listingId})::int` })
    .from(reportTable)
    .where(isNull(reportTable.closedAt));
  return row?.cars ?? 0;
}

/** Quarantined payments that are not refunded yet. */
export async function countQuarantinedPayments(db: Executor): Promise<number> {
  const [row] = await db
    .select({ payments: count() })
    .from(paymentTable)
    .where(
      sql`${paymentTable.quarantineReason} is not null and ${latestRefund} is distinct from 'succeeded'`,
    );
  return row?.payments ?? 0;
}

/** A seller's listings by state. An expired hold does not count. */
export async function countCarsOf(db: Executor, sellerId: string) {
  const isForSale = sql`${bookingTable.id} is null and ${isOnSale}`;
  const [row] = await db
    .select({
      cars: sql<number>`count(*)::int`,
      withoutPicture: counted(sql`${isForSale} and ${listingTable.image} is null`),
      notAdvertised: counted(sql`${isForSale} and not ${listingTable.isAdvertised}`),
      reserved: counted(isUnpaid),
      paidLately: counted(isPaidLately),
    })
    .from(listingTable)
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isLive))
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        isNull(listingTable.withdrawnAt),
        isNull(listingTable.removedAt),
      ),
    );
  return row ?? { cars: 0, withoutPicture: 0, notAdvertised: 0, reserved: 0, paidLately: 0 };
}

/** A buyer's active holds, the first to expire at the top. */
export function listRunningHolds(db: Executor, buyerId: string) {
  return db
    .select({
      id: bookingTable.id,
      item: bookingTable.item,
      image: bookingTable.image,
      priceMinor: bookingTable.priceMinor,
      currency: bookingTable.currency,
      expiresAt: bookingTable.expiresAt,
    })
    .from(bookingTable)
    .where(and(eq(bookingTable.buyerId, buyerId), isHeld, isRunning))
    .orderBy(bookingTable.expiresAt, bookingTable.id)
    .limit(maximumHolds);
}

/** The number of a buyer's bookings and of their receipts. */
export async function countBookingsOf(db: Executor, buyerId: string) {
  const [row] = await db
    .select({
      orders: sql<number>`count(*)::int`,
      receipts: counted(
        sql`exists (select from ${receiptTable} where ${receiptTable.bookingId} = ${bookingTable.id})`,
      ),
    })
    .from(bookingTable)
    .where(eq(bookingTable.buyerId, buyerId));
  return row ?? { orders: 0, receipts: 0 };
}
