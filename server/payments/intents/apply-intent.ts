import { isPaid } from "#shared/bookings/booking.ts";
import { quarantineReasons, type QuarantineReason } from "#shared/payments/payment.ts";
import {
  isCarFreeFor,
  lockBookingWithCar,
  moveBooking,
  queueReleasedEmails,
  type LockedBooking,
} from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { afterCommit, type Executor } from "#server/platform/database/database.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { issueReceipt } from "../receipts/issue-receipt.ts";
import { isNewReport, quarantineReason } from "./decide-payment.ts";
import { recordRefund } from "../refunds/record-refund.ts";
import {
  appendLog,
  findPaymentByIntent,
  findPaymentOfBooking,
  findPaymentWithoutIntent,
  lockPayment,
  updatePayment,
  type Payment,
} from "../payment-store.ts";
import type { IntentFacts } from "../provider/provider-facts.ts";

/** Shown to the buyer. */
const lateRefundReason =
  "Your payment arrived after your hold had expired, and the car is no longer available. You will be refunded in full.";

type ApplyDeps = Pick<Deps, "config" | "provider">;

/**
 * Applies what the provider reports about an intent, first to our copy and then to the booking. Returns false if the
 * intent is unknown. Repeated, late and out-of-order reports lead to the same state as reports in order.
 */
export async function applyIntent(
  tx: Executor,
  deps: ApplyDeps,
  facts: IntentFacts,
  eventId: string | null,
): Promise<boolean> {
  const unlocked = await findPayment(tx, deps, facts);
  if (!unlocked) return false;
  const booking =
    unlocked.bookingId === null ? null : await lockBookingWithCar(tx, unlocked.bookingId);
  const payment = await lockPayment(tx, unlocked.id);
  if (payment.intentId === null) await updatePayment(tx, payment.id, { intentId: facts.id });
  else if (payment.intentId !== facts.id) return false;
  if (!isNewReport(payment, facts, { isEvent: eventId !== null })) return true;

  const hasMoney = facts.status === "succeeded";
  const reason = hasMoney ? await findQuarantineReason(tx, payment, booking, facts) : null;
  await updatePayment(tx, payment.id, {
    status: facts.status,
    statedAt: facts.statedAt,
    capturedMinor: hasMoney ? facts.capturedMinor : 0,
    quarantineReason: reason ?? payment.quarantineReason,
    // A quarantined payment is refunded in the currency that was captured.
    ...(reason && { currency: facts.currency }),
  });
  await appendLog(tx, {
    paymentId: payment.id,
    kind: "payment",
    from: payment.status,
    to: facts.status,
    why: reason ? quarantineReasons[reason] : (facts.lastError ?? "reported by the card provider"),
    providerEventId: eventId,
  });
  if (reason) afterCommit(tx, () => count("payments", { outcome: "quarantined" }));
  if (reason)
    await recordRefund(tx, {
      paymentId: payment.id,
      amountMinor: facts.capturedMinor,
      cause: "quarantined",
      why: quarantineReasons[reason],
    });
  else if (hasMoney && booking) await settleBooking(tx, deps, booking, facts, payment.id);
  else if (facts.status === "canceled" && booking) await finishRelease(tx, deps, booking);
  return true;
}

/** Ends a booking that can no longer be paid, and emails buyer and seller. */
export async function finishRelease(
  tx: Executor,
  deps: Pick<Deps, "config">,
  booking: LockedBooking,
): Promise<void> {
  if (booking.state !== "releasing" || booking.releasingTo === null) return;
  await moveBooking(tx, booking, booking.releasingTo, {
    actorId: null,
    why: "the payment was canceled at the card provider",
  });
  await queueReleasedEmails(tx, deps, [booking.id]);
}

async function findPayment(
  tx: Executor,
  { provider }: ApplyDeps,
  facts: IntentFacts,
): Promise<Payment | null> {
  const payment = await findPaymentByIntent(tx, facts.id);
  if (payment || facts.shopId !== provider.shopId || facts.paymentId === null) return payment;
  // The event can arrive before we have stored the id of the intent.
  const pending = await findPaymentWithoutIntent(tx, facts.paymentId);
  // Another call may have stored it between the two queries.
  return pending ?? findPaymentByIntent(tx, facts.id);
}

async function findQuarantineReason(
  tx: Executor,
  payment: Payment,
  booking: LockedBooking | null,
  facts: IntentFacts,
): Promise<QuarantineReason | null> {
  if (!booking) return quarantineReason(payment, facts);
  const { id: bookingId, dueNowMinor: amountMinor, currency } = booking;
  const reason = quarantineReason({ bookingId, amountMinor, currency }, facts);
  if (reason || payment.status !== "canceled") return reason;
  // This payment was canceled before it succeeded, so the booking may have a newer one.
  return (await findPaymentOfBooking(tx, bookingId)) ? "superseded" : null;
}

/** Gives the car to the buyer, or refunds them if the hold has ended and the car is no longer available. */
async function settleBooking(
  tx: Executor,
  deps: ApplyDeps,
  booking: LockedBooking,
  { id: transactionId, capturedMinor: paidMinor }: IntentFacts,
  paymentId: string,
): Promise<void> {
  const isLive = booking.state === "held" || booking.state === "releasing";
  if (isLive || (!isPaid(booking.state) && (await isCarFreeFor(tx, deps, booking)))) {
    const why = isLive
      ? "payment succeeded"
      : "payment succeeded late; the car was still available";
    await moveBooking(tx, booking, "paid", { actorId: null, why });
    await issueReceipt(tx, { bookingId: booking.id, transactionId, paidMinor }, deps);
    return;
  }
  if (booking.state === "cancelled" || booking.state === "expired")
    await moveBooking(tx, booking, "refunded", { actorId: null, why: lateRefundReason });
  await recordRefund(tx, {
    paymentId,
    amountMinor: paidMinor,
    cause: "late",
    why: lateRefundReason,
  });
}
