import type { Executor } from "#server/platform/database/database.ts";
import { findDispute, upsertDispute } from "./dispute-store.ts";
import { appendLog, findPaymentByIntent, lockPayment } from "../payment-store.ts";
import type { DisputeFacts } from "../provider/provider-facts.ts";

/**
 * Stores what the provider reports about a dispute. The booking does not change; an open dispute blocks refunds and
 * relisting. Returns false if the payment is unknown.
 */
export async function applyDispute(
  tx: Executor,
  facts: DisputeFacts,
  eventId: string | null,
): Promise<boolean> {
  const payment = facts.intentId === null ? null : await findPaymentByIntent(tx, facts.intentId);
  if (!payment) return false;
  await lockPayment(tx, payment.id);
  const before = await findDispute(tx, payment.id);
  const { intentId: _intent, ...dispute } = facts;
  if (!(await upsertDispute(tx, { ...dispute, paymentId: payment.id }))) return true;
  await appendLog(tx, {
    paymentId: payment.id,
    kind: "dispute",
    from: before?.id === facts.id ? before.status : null,
    to: facts.status,
    why: facts.reason,
    providerEventId: eventId,
  });
  return true;
}
