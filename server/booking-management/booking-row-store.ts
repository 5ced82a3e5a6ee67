import { and, count, eq, inArray, sql, type SQL } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable, phoneOfSeller } from "#server/listings/listing-table.ts";
import type { BookingSort, PaymentIssue } from "#shared/bookings/booking-contract.ts";
import { isPaid, type BookingState } from "#shared/bookings/booking.ts";
import type { Sale } from "#shared/listings/listing-contract.ts";
import { reviewStanding } from "#shared/reviews/review.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import {
  disputeTable,
  isExpectedByBuyer,
  isFailureToReport,
  isNotRetried,
  paymentTable,
  refundTable,
} from "#server/payments/payment-table.ts";
import { receiptTable } from "#server/payments/receipts/receipt-table.ts";
import { asReviewedSale, saleColumns } from "#server/reviews/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesIndexedText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder, type PagePart } from "#server/platform/database/keyset.ts";
import {
  bookingEventTable,
  bookingTable,
  hasLapsed,
  isHeld,
  isLive,
} from "#server/bookings/booking-table.ts";
import { phoneLink } from "#server/platform/phone-link.ts";

/** One booking with its seller's contact, or null. */
export async function findBookingRow(executor: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await selectBookingRows(executor, sql`null`).where(eq(bookingTable.id, id));
  return row ?? null;
}

/**
 * Filters for bookings. Without `email`, bookings of all buyers. `q` is searched in the car, and in the buyer's name
 * and email.
 */
export type WhichBookings = {
  email: string | null;
  state?: BookingState | undefined;
  issue?: PaymentIssue | undefined;
  q?: string | undefined;
};

const order: ListOrder<"booked" | "item" | "price" | "buyer"> = {
  keys: {
    booked: { value: bookingTable.createdAt, kind: "instant" },
    item: { value: sql`lower(${bookingTable.item})`, kind: "text" },
    price: { value: bookingTable.priceMinor, kind: "number" },
    buyer: { value: sql`lower(${bookingTable.name})`, kind: "text" },
  },
  id: { value: bookingTable.id, kind: "uuid" },
};

/** One page of bookings. `matchCount` counts the bookings that match `which`. @throws AppError invalid_cursor */
export function listBookingRows(
  executor: Executor,
  which: WhichBookings,
  query: { sort: BookingSort; limit: number; cursor?: string | undefined },
  matchCount: number,
) {
  return readPage(order, query, ({ beyond, orderBy, limit, place }) =>
    selectBookingRows(executor, place)
      .where(and(...conditionsOf(which, matchCount), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function countBookings(executor: Executor, which: WhichBookings): Promise<number> {
  const [row] = await executor
    .select({ bookings: count() })
    .from(bookingTable)
    .where(and(...conditionsOf(which)));
  return row?.bookings ?? 0;
}

// Must match the index expression in booking-table.ts.
const searched = sql`${bookingTable.item} || ' ' || ${bookingTable.name} || ' ' || ${bookingTable.email}`;

function conditionsOf(
  { email, state, issue, q }: WhichBookings,
  matchCount?: number,
): (SQL | undefined)[] {
  return [
    email === null ? undefined : ofBuyer(email),
    state && eq(bookingTable.state, state),
    // Few payments have an issue, so the query starts from those.
    issue &&
      sql`${bookingTable.id} in (select ${paymentTable.bookingId} from ${paymentTable} where ${isOfItsBooking} and ${issueConditions[issue]})`,
    q ? includesIndexedText(searched, q, matchCount) : undefined,
  ];
}

const isOfItsBooking = sql`${paymentTable.status} <> 'canceled' and ${paymentTable.quarantineReason} is null`;
const isDisputed = sql<boolean>`exists (select from ${disputeTable} where ${disputeTable.paymentId} = ${paymentTable.id} and ${disputeTable.isOpen})`;
const isOfThisPayment = sql`${refundTable.paymentId} = ${paymentTable.id}`;
const hasFailedRefund = sql<boolean>`exists (select from ${refundTable} where ${isOfThisPayment} and ${refundTable.status} = 'failed' and ${isNotRetried})`;

const issueConditions: Record<PaymentIssue, SQL> = {
  disputed: isDisputed,
  refund_failed: sql`${paymentTable.id} in (select ${refundTable.paymentId} from ${refundTable} where ${refundTable.status} = 'failed') and ${hasFailedRefund}`,
};

// The live account with that address. An account that reuses a deleted account's address does not get its bookings.
function ofBuyer(email: string): SQL {
  return sql`${bookingTable.buyerId} = (select id from account where email = ${email} and deleted_at is null)`;
}

function selectBookingRows(executor: Executor, place: PagePart["place"]) {
  return (
    executor
      .select({
        place,
        id: bookingTable.id,
        listingId: bookingTable.listingId,
        buyerId: bookingTable.buyerId,
        state: bookingTable.state,
        item: bookingTable.item,
        image: bookingTable.image,
        priceMinor: bookingTable.priceMinor,
        currency: bookingTable.currency,
        name: bookingTable.name,
        email: bookingTable.email,
        phone: bookingTable.phone,
        location: bookingTable.location,
        createdAt: bookingTable.createdAt,
        expiresAt: bookingTable.expiresAt,
        hasLapsed: sql<boolean>`${isHeld} and ${hasLapsed}`,
        isCanceledByBuyer: sql<boolean>`${bookingTable.state} = 'cancelled' and exists (select from ${bookingEventTable} where ${bookingEventTable.bookingId} = ${bookingTable.id} and ${bookingEventTable.actorId} = ${bookingTable.buyerId} and ${bookingEventTable.to} in ('releasing', 'cancelled'))`,
        dueNowMinor: bookingTable.dueNowMinor,
        paymentStatus: paymentTable.status,
        intentId: paymentTable.intentId,
        capturedMinor: sql<number>`coalesce(${paymentTable.capturedMinor}, 0)::float8`,
        refundedMinor: sql<number>`coalesce((select sum(${refundTable.amountMinor}) from ${refundTable} where ${isOfThisPayment} and ${refundTable.status} = 'succeeded'), 0)::float8`,
        refundedAt:
          sql<Date | null>`(select max(${refundTable.updatedAt}) from ${refundTable} where ${isOfThisPayment} and ${refundTable.status} = 'succeeded')`.mapWith(
            refundTable.updatedAt,
          ),
        refundWhy: sql<
          string | null
        >`(select ${refundTable.why} from ${refundTable} where ${isOfThisPayment} and ${refundTable.status} not in ('failed', 'canceled') and ${isExpectedByBuyer} order by ${refundTable.createdAt} desc limit 1)`,
        hasRefund: sql<boolean>`exists (select from ${refundTable} where ${isOfThisPayment} and ${refundTable.status} not in ('failed', 'canceled'))`,
        hasFailedRefund,
        failedRefundMinor: sql<
          number | null
        >`(select ${refundTable.amountMinor}::float8 from ${refundTable} where ${isOfThisPayment} and ${isFailureToReport} and ${isNotRetried} order by ${refundTable.updatedAt} desc limit 1)`,
        isDisputed,
        hasReceipt: sql<boolean>`exists (select from ${receiptTable} where ${receiptTable.bookingId} = ${bookingTable.id})`,
        isSaleReversed: sql<boolean>`${listingTable.saleReversedAt} is not null and ${listingTable.withdrawnAt} is null and ${listingTable.removedAt} is null`,
        ...saleColumns,
        sellerName: accountTable.name,
        sellerEmail: accountTable.email,
        sellerPhone: phoneOfSeller,
      })
      .from(bookingTable)
      .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
      .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
      // The one payment that the booking waits for or was paid with. Written as in its partial unique index.
      .leftJoin(paymentTable, and(eq(paymentTable.bookingId, bookingTable.id), isOfItsBooking))
      .$dynamic()
  );
}

/** A booking as the store reads it. */
export type BookingRow = Awaited<ReturnType<typeof selectBookingRows>>[number];

/**
 * What a seller may see of their listings' live bookings, by listing: until payment only how long the car is held, then
 * the buyer's name and contact.
 */
export async function readSales(
  executor: Executor,
  listingIds: string[],
): Promise<Map<string, Sale>> {
  if (listingIds.length === 0) return new Map();
  const rows = await executor
    .select({
      id: bookingTable.id,
      listingId: bookingTable.listingId,
      state: sql<Sale["state"]>`${bookingTable.state}`,
      expiresAt: bookingTable.expiresAt,
      name: bookingTable.name,
      email: bookingTable.email,
      phone: bookingTable.phone,
      currency: bookingTable.currency,
      location: bookingTable.location,
      receipt: receiptTable.number,
      ...saleColumns,
    })
    .from(bookingTable)
    .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
    .where(and(inArray(bookingTable.listingId, listingIds), isLive));
  return new Map(
    rows.map(
      ({
        id,
        listingId,
        state,
        expiresAt,
        receipt,
        name,
        email,
        phone,
        currency,
        location,
        ...row
      }) => [
        listingId,
        {
          bookingId: id,
          state,
          heldUntil: state === "held" ? expiresAt.toISOString() : null,
          // Bookings of a deleted account have no email address.
          buyer:
            isPaid(state) && email !== ""
              ? { name, email, phone, phoneLink: phoneLink(phone, currency), location }
              : null,
          receiptNumber: receipt === null ? null : receiptNumber(receipt),
          canReview: reviewStanding(asReviewedSale(row), "seller", new Date()).writeUntil !== null,
        },
      ],
    ),
  );
}
