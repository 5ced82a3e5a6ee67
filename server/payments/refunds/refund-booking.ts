import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMoney, toMinor } from "#shared/money/money.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { RefundBody } from "#shared/payments/payment-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import { bookingId, lockBooking, noSuchBooking } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { recordRefund } from "./record-refund.ts";
import { findPaymentOfBooking, isDisputed, lockPayment } from "../payment-store.ts";
import { findRefund, refundableMinor } from "./refund-store.ts";
import { sendRefunds } from "./send-refunds.ts";

type RefundDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Refunds a booking in full or in part, for an admin. If the rules do not allow it, the answer has the reason. Repeating
 * a `requestId` does not refund twice.
 * @throws AppError not_found, invalid_input naming the amount
 */
export async function refundBooking(
  deps: RefundDeps,
  admin: Viewer,
  given: string,
  body: RefundBody,
): Promise<CreatedAnswer> {
  const id = body.requestId ?? randomUUID();
  const recorded = await deps.db.transaction((tx) =>
    recordRequest(tx, admin, bookingId(given), { ...body, requestId: id }),
  );
  if ("refusal" in recorded) return { acknowledged: false, message: recorded.refusal };
  await sendRefunds(deps, recorded.paymentId);
  const refund = await findRefund(deps.db, id);
  if (refund?.status === "failed")
    return {
      acknowledged: false,
      message: `The card provider refused the refund (${refund.failureReason}).`,
    };
  return { acknowledged: true, insertedId: id };
}

type Recorded = { refusal: string } | { paymentId: string };

async function recordRequest(
  tx: Executor,
  admin: Viewer,
  id: string,
  { amount, reason, requestId }: RefundBody & { requestId: string },
): Promise<Recorded> {
  const booking = await lockBooking(tx, id);
  if (!booking) throw noSuchBooking();
  const unlocked = await findPaymentOfBooking(tx, id);
  if (unlocked?.status !== "succeeded")
    return { refusal: "This booking has no payment to refund." };
  const payment = await lockPayment(tx, unlocked.id);
  const earlier = await findRefund(tx, requestId);
  if (earlier)
    return earlier.paymentId === payment.id
      ? { paymentId: payment.id }
      : { refusal: "This request ID was already used for another booking." };
  if (await isDisputed(tx, payment.id))
    return {
      refusal:
        "The buyer's bank is disputing this payment. You can refund it after the dispute is closed.",
    };
  const left = await refundableMinor(tx, payment);
  const amountMinor = amount === undefined ? left : toMinor(amount, payment.currency);
  if (amountMinor === null)
    throw new AppError("invalid_input", {
      fields: { amount: `This is not a valid amount in ${payment.currency}.` },
    });
  if (left === 0) return { refusal: "This payment is already refunded in full." };
  if (amountMinor > left)
    return { refusal: `You can refund at most ${formatMoney(left, payment.currency)}.` };
  await recordRefund(tx, {
    id: requestId,
    paymentId: payment.id,
    amountMinor,
    cause: "admin",
    why: reason,
    requestedBy: admin.accountId,
  });
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "booking.refund",
    subjectId: id,
    details: { refund: requestId, amountMinor, currency: payment.currency, reason },
  });
  return { paymentId: payment.id };
}
