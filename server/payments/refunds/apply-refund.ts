import { randomUUID } from "node:crypto";
import type { RefundStatus } from "#shared/payments/payment.ts";
import {
  isCarUntaken,
  lockBookingWithCar,
  moveBooking,
  type LockedBooking,
} from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { markRelisted, markSaleUndone } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { queueRefundEmail } from "./queue-refund-email.ts";
import { appendLog, findPaymentByIntent, lockPayment, type Payment } from "../payment-store.ts";
import type { RefundFacts } from "../provider/provider-facts.ts";
import {
  findRefund,
  findRefundByProviderId,
  insertRefund,
  outcomeForBuyer,
  refundedOf,
  updateRefund,
  type Refund,
} from "./refund-store.ts";

// The order only increases. A refund that succeeded can still fail.
const order: Record<RefundStatus, number> = {
  requested: 0,
  pending: 1,
  requires_action: 1,
  succeeded: 2,
  failed: 3,
  canceled: 3,
};

/**
 * Applies what the provider reports about a refund to our copy and to the booking. Returns false if its payment is
 * unknown.
 */
export async function applyRefund(
  tx: Executor,
  deps: Pick<Deps, "config">,
  facts: RefundFacts,
  eventId: string | null,
): Promise<boolean> {
  const unlocked = facts.intentId === null ? null : await findPaymentByIntent(tx, facts.intentId);
  if (!unlocked) return false;
  const booking =
    unlocked.bookingId === null ? null : await lockBookingWithCar(tx, unlocked.bookingId);
  const payment = await lockPayment(tx, unlocked.id);
  const refund = await findOrInsertRefund(tx, payment, facts);
  if (order[facts.status] <= order[refund.status]) {
    if (refund.providerId === null) await updateRefund(tx, refund.id, { providerId: facts.id });
    return true;
  }
  await updateRefund(tx, refund.id, {
    providerId: facts.id,
    status: facts.status,
    failureReason: facts.failureReason,
  });
  await appendLog(tx, {
    paymentId: payment.id,
    kind: "refund",
    from: refund.status,
    to: facts.status,
    why: facts.failureReason ?? refund.why,
    providerEventId: eventId,
  });
  if (!booking) return true;
  const outcome = await outcomeForBuyer(tx, refund.id);
  if (outcome)
    await queueRefundEmail(
      tx,
      {
        outcome,
        bookingId: booking.id,
        amountMinor: refund.amountMinor,
        currency: payment.currency,
        why: refund.why,
      },
      deps,
    );
  await settleSale(tx, payment, booking);
  return true;
}

/** Our copy of a refund. A refund that was created at the provider directly is inserted now. */
async function findOrInsertRefund(
  tx: Executor,
  payment: Payment,
  facts: RefundFacts,
): Promise<Refund> {
  const earlier =
    (await findRefundByProviderId(tx, facts.id)) ??
    (facts.refundId === null ? null : await findRefund(tx, facts.refundId));
  if (earlier && earlier.paymentId === payment.id) return earlier;
  const id = randomUUID();
  await insertRefund(tx, {
    id,
    paymentId: payment.id,
    providerId: facts.id,
    amountMinor: facts.amountMinor,
    cause: payment.quarantineReason === null ? "admin" : "quarantined",
    why: "Refunded at the card provider.",
    status: "requested",
  });
  return (await findRefund(tx, id))!;
}

/** Moves the booking to match the refunded amount. After a full refund the car is off sale until an admin relists it. */
async function settleSale(tx: Executor, payment: Payment, booking: LockedBooking): Promise<void> {
  const { minor, hasLate } = await refundedOf(tx, payment.id);
  // A late or quarantined payment did not buy the car.
  if (hasLate || payment.quarantineReason !== null) return;
  const { state } = booking;
  if (state !== "paid" && state !== "partly_refunded" && state !== "refunded") return;
  const to = minor === 0 ? "paid" : minor < payment.capturedMinor ? "partly_refunded" : "refunded";
  if (to === state) return;
  if (state === "refunded" && !(await isCarUntaken(tx, booking))) {
    await appendLog(tx, {
      paymentId: payment.id,
      kind: "refund",
      from: "failed",
      to: "failed",
      why: "The refund failed after the car was sold to another buyer. The first buyer is still owed the money.",
    });
    return;
  }
  await moveBooking(tx, booking, to, {
    actorId: null,
    why: state === "refunded" || to === "paid" ? "a refund failed" : "refunded",
  });
  if (to === "refunded") await markSaleUndone(tx, booking.listingId);
  if (state === "refunded") await markRelisted(tx, booking.listingId);
}
