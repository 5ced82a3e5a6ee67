import { toMajor } from "#shared/money/money.ts";
import type { BookingPayment } from "#shared/payments/payment-contract.ts";
import { bookingExists, bookingId, noSuchBooking } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readBookingLog } from "./booking-log-store.ts";
import { findDispute } from "./disputes/dispute-store.ts";
import { findPaymentOfBooking } from "./payment-store.ts";
import { listRefundsOfPayment, refundableMinor } from "./refunds/refund-store.ts";

/** Payment, refunds, dispute and log of a booking, for admins. @throws AppError not_found */
export async function readBookingPayment(
  { db }: Pick<Deps, "db">,
  given: string,
): Promise<BookingPayment> {
  const id = bookingId(given);
  const read = async (tx: Executor): Promise<BookingPayment> => {
    if (!(await bookingExists(tx, id))) throw noSuchBooking();
    const log = await readBookingLog(tx, id);
    const payment = await findPaymentOfBooking(tx, id);
    if (!payment)
      return { transactionId: null, captured: 0, refundable: 0, refunds: [], dispute: null, log };
    const { currency } = payment;
    const refunds = await listRefundsOfPayment(tx, payment.id);
    const dispute = await findDispute(tx, payment.id);
    const refundable = dispute?.isOpen ? 0 : await refundableMinor(tx, payment);
    return {
      transactionId: payment.status === "succeeded" ? payment.intentId : null,
      captured: toMajor(payment.capturedMinor, currency),
      refundable: toMajor(refundable, currency),
      refunds: refunds.map((refund) => ({
        _id: refund.id,
        amount: toMajor(refund.amountMinor, currency),
        status: refund.status,
        why: refund.why,
        createdAt: refund.createdAt.toISOString(),
        failureReason: refund.failureReason,
      })),
      dispute: dispute && {
        status: dispute.status,
        reason: dispute.reason,
        isOpen: dispute.isOpen,
      },
      log,
    };
  };
  // One snapshot for all queries, without locks.
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
