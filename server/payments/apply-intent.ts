import { isPaid } from "#shared/bookings/booking.ts";
import { quarantineReasons, type QuarantineReason } from "#shared/payments/payment.ts";
import {
  isCarFreeFor,
  lockBookingWithCar,
  moveBooking,
  queueReleasedMails,
  type LockedBooking,
} from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { issueReceipt } from "#server/receipts/public.ts";
import { isNews, whyQuarantine } from "./decide-payment.ts";
import { noteRefund } from "./note-refund.ts";
import {
  appendLog,
  findPaymentByIntent,
  findPaymentOfBooking,
  findPaymentWithoutIntent,
  lockPayment,
  updatePayment,
  type Payment,
} from "./payment-store.ts";
import type { IntentFacts } from "./provider-facts.ts";

/** The rules' own words to a buyer whose money goes back. */
const whyLate =
  "Your payment arrived after your hold on the car had ended, and the car is no longer free. It is refunded in full.";

type ApplyDeps = Pick<Deps, "config" | "provider">;

/**
 * Applies what the provider states of an intent: to our copy of it, and then to its booking. False where we do not know
 * the intent. Repeated, late and out-of-order statements leave the same state as one in order.
 */
export async function applyIntent(
  tx: Executor,
  deps: ApplyDeps,
  facts: IntentFacts,
  eventId: string | null,
): Promise<boolean> {
  const known = await findPayment(tx, deps, facts);
  if (!known) return false;
  const booking = known.bookingId === null ? null : await lockBookingWithCar(tx, known.bookingId);
  const payment = await lockPayment(tx, known.id);
  if (payment.intentId === null) await updatePayment(tx, payment.id, { intentId: facts.id });
  else if (payment.intentId !== facts.id) return false;
  if (!isNews(payment, facts, { isMessage: eventId !== null })) return true;

  const hasMoney = facts.status === "succeeded";
  const reason = hasMoney ? await whyHeldBack(tx, payment, booking, facts) : null;
  await updatePayment(tx, payment.id, {
    status: facts.status,
    statedAt: facts.statedAt,
    capturedMinor: hasMoney ? facts.capturedMinor : 0,
    quarantineReason: reason ?? payment.quarantineReason,
    // What is held back, and later given back, is what came.
    ...(reason && { currency: facts.currency }),
  });
  await appendLog(tx, {
    paymentId: payment.id,
    kind: "payment",
    from: payment.status,
    to: facts.status,
    why: reason ? quarantineReasons[reason] : (facts.lastError ?? "stated by the card provider"),
    providerEventId: eventId,
  });
  if (reason)
    await noteRefund(tx, {
      paymentId: payment.id,
      amountMinor: facts.capturedMinor,
      cause: "quarantined",
      why: quarantineReasons[reason],
    });
  else if (hasMoney && booking) await settleBooking(tx, deps, booking, facts, payment.id);
  else if (facts.status === "canceled" && booking) await finishRelease(tx, deps, booking);
  return true;
}

/** Ends a booking whose payment can no longer happen, and tells both sides. */
export async function finishRelease(
  tx: Executor,
  deps: Pick<Deps, "config">,
  booking: LockedBooking,
): Promise<void> {
  if (booking.state !== "releasing" || booking.releasingTo === null) return;
  await moveBooking(tx, booking, booking.releasingTo, {
    actorId: null,
    why: "the payment was cancelled at the card provider",
  });
  await queueReleasedMails(tx, deps, [booking.id]);
}

async function findPayment(
  tx: Executor,
  { provider }: ApplyDeps,
  facts: IntentFacts,
): Promise<Payment | null> {
  const payment = await findPaymentByIntent(tx, facts.id);
  if (payment || facts.shopId !== provider.shopId || facts.paymentId === null) return payment;
  // The provider was quicker than our own note of its answer.
  const waiting = await findPaymentWithoutIntent(tx, facts.paymentId);
  // Between the two looks another call may have noted it.
  return waiting ?? findPaymentByIntent(tx, facts.id);
}

async function whyHeldBack(
  tx: Executor,
  payment: Payment,
  booking: LockedBooking | null,
  facts: IntentFacts,
): Promise<QuarantineReason | null> {
  if (!booking) return whyQuarantine(payment, facts);
  const { id: bookingId, dueNowMinor: amountMinor, currency } = booking;
  const reason = whyQuarantine({ bookingId, amountMinor, currency }, facts);
  if (reason || payment.status !== "canceled") return reason;
  // A payment that was given up comes to life again: there may be another by now.
  return (await findPaymentOfBooking(tx, bookingId)) ? "superseded" : null;
}

/** The money is there: the car is the buyer's, unless they lost it meanwhile and it is no longer free. */
async function settleBooking(
  tx: Executor,
  deps: ApplyDeps,
  booking: LockedBooking,
  { id: transactionId, capturedMinor: paidMinor }: IntentFacts,
  paymentId: string,
): Promise<void> {
  const isLive = booking.state === "held" || booking.state === "releasing";
  if (isLive || (!isPaid(booking.state) && (await isCarFreeFor(tx, deps, booking)))) {
    const why = isLive ? "payment succeeded" : "payment succeeded late; the car was still free";
    await moveBooking(tx, booking, "paid", { actorId: null, why });
    await issueReceipt(tx, { bookingId: booking.id, transactionId, paidMinor }, deps);
    return;
  }
  if (booking.state === "cancelled" || booking.state === "expired")
    await moveBooking(tx, booking, "refunded", { actorId: null, why: whyLate });
  await noteRefund(tx, {
    paymentId,
    amountMinor: paidMinor,
    cause: "late",
    why: whyLate,
  });
}
