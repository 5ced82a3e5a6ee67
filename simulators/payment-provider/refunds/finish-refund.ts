import type Stripe from "stripe";
import { buildBalanceTransaction } from "#simulators/payment-provider/objects/build-balance-transaction.ts";
import { destination } from "#simulators/payment-provider/objects/build-refund.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import {
  findObject,
  lockObject,
  saveObject,
} from "#simulators/payment-provider/state/object-store.ts";
import { endTask } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

export type RefundFailure =
  "lost_or_stolen_card" | "expired_or_canceled_card" | "declined" | "unknown";

/**
 * Ends a pending refund, or makes a succeeded one fail, which returns the amount to the charge.
 * Returns null if there is no such refund or it has already failed.
 */
export async function finishRefund(
  work: Work,
  id: string,
  outcome: "succeeded" | "failed",
  reason: RefundFailure = "expired_or_canceled_card",
): Promise<Stripe.Refund | null> {
  const refundObject = await findObject(work, "refund", id);
  if (!refundObject) return null;
  await lockObject(work, "payment_intent", String(refundObject.object.payment_intent));
  await endTask(work, id);
  const stored = (await findObject(work, "refund", id))!;
  const before = stored.object.status;
  if (before === "failed" || before === outcome) return null;
  const { pending_reason: _, ...refund } = stored.object;
  const failure = outcome === "failed" ? await returnMoney(work, stored.object) : null;
  const object: Stripe.Refund = {
    ...refund,
    status: outcome,
    ...(failure
      ? { failure_balance_transaction: failure, failure_reason: reason }
      : { destination_details: { card: destination(false), type: "card" } }),
  };
  await saveObject(work, "refund", { ...stored, object });
  const previous = { status: before };
  emit(work, "refund.updated", object, previous);
  emit(work, "charge.refund.updated", object, previous);
  if (outcome === "failed") emit(work, "refund.failed", object, previous);
  return object;
}

async function returnMoney(work: Work, refund: Stripe.Refund): Promise<string> {
  const charge = (await findObject(work, "charge", String(refund.charge)))!;
  charge.object.amount_refunded -= refund.amount;
  charge.object.refunded = false;
  await saveObject(work, "charge", charge);
  const movement = buildBalanceTransaction({
    type: "refund_failure",
    category: "refund_failure",
    amount: refund.amount,
    fee: 0,
    currency: refund.currency,
    source: refund.id,
    description: "REFUND FAILURE",
    now: work.now,
  });
  await saveObject(work, "balance_transaction", { object: movement, hidden: {} });
  return movement.id;
}
