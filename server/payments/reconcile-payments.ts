import { randomUUID } from "node:crypto";
import { isFinal, quarantineReasons } from "#shared/payments/payment.ts";
import { lockBooking } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyDispute } from "./disputes/apply-dispute.ts";
import { applyIntent } from "./intents/apply-intent.ts";
import { applyRefund } from "./refunds/apply-refund.ts";
import { listOpenDisputes } from "./disputes/dispute-store.ts";
import { processEach } from "./events/process-each.ts";
import { markUnclaimed, pruneEvents } from "./events/inbox-store.ts";
import { recordRefund } from "./refunds/record-refund.ts";
import {
  appendLog,
  findPaymentByIntent,
  insertUnknownPayment,
  listStalePayments,
  updatePayment,
} from "./payment-store.ts";
import type { IntentFacts } from "./provider/provider-facts.ts";
import { findRefundByProviderId, listIntentsWithOpenRefunds } from "./refunds/refund-store.ts";
import { settlePayments, type SettleDeps } from "./settle-payments.ts";

// Stripe retries an event for up to three days (https://docs.stripe.com/webhooks#retries).
const daysOfRetries = 3;
const lookBackDays = daysOfRetries + 1;
const daysKept = 30;
// A refund can fail weeks after it succeeded (https://docs.stripe.com/refunds#failed-refunds).
const refundLookBackDays = 30;

/**
 * Compares our copies with the provider to find what no event reported. Reads open intents, refunds and disputes, and
 * cancels or refunds intents of this shop that no booking asked for. Only payments without an update for `staleSeconds`
 * are read.
 */
export async function reconcilePayments(
  deps: SettleDeps,
  { staleSeconds = 60 }: { staleSeconds?: number } = {},
): Promise<void> {
  await markUnclaimed(deps.db, daysOfRetries);
  await pruneEvents(deps.db, daysKept);
  await readOpenObjects(deps, staleSeconds);
  await compareIntents(deps, daysAgo(lookBackDays));
  await compareRefunds(deps, daysAgo(refundLookBackDays));
  await settlePayments(deps);
  await deps.catalogue.refresh();
}

async function readOpenObjects(deps: SettleDeps, seconds: number) {
  const { db, provider } = deps;
  const stale = await listStalePayments(db, { seconds, limit: 500 });
  await processEach(deps, "reading a payment", stale, async ({ id, intentId }) => {
    // Sets updatedAt, so that the next run starts with other payments.
    await updatePayment(db, id, {});
    if (intentId === null) return;
    const { intent } = await provider.readIntent(intentId);
    await db.transaction((tx) => applyIntent(tx, deps, intent, null));
  });
  const refunded = await listIntentsWithOpenRefunds(db, { seconds, limit: 200 });
  await processEach(deps, "reading refunds", refunded, async (intentId) => {
    for (const refund of await provider.listRefunds(intentId))
      await db.transaction((tx) => applyRefund(tx, deps, refund, null));
  });
  const disputes = await listOpenDisputes(db, 200);
  await processEach(deps, "reading a dispute", disputes, async (id) => {
    const dispute = await provider.readDispute(id);
    await db.transaction((tx) => applyDispute(tx, dispute, null));
  });
}

async function compareIntents(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  await processEach(deps, "comparing payments", provider.listIntents(since), async (intent) => {
    const payment = await findPaymentByIntent(db, intent.id);
    if (payment && isFinal(payment.status) && payment.status === intent.status) return;
    if (await db.transaction((tx) => applyIntent(tx, deps, intent, null))) return;
    // No booking has this intent, so cancel it before it can be paid.
    const ended = isFinal(intent.status) ? intent : await provider.cancelIntent(intent.id);
    if (ended.status === "succeeded") await db.transaction((tx) => quarantineUnknown(tx, ended));
  });
  await processEach(deps, "comparing disputes", provider.listDisputes(since), (dispute) =>
    db.transaction((tx) => applyDispute(tx, dispute, null)),
  );
}

/** Finds refunds that failed after they succeeded, or were created at the provider, when no event reported it. */
async function compareRefunds(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  await processEach(deps, "comparing refunds", provider.listRefundsSince(since), async (refund) => {
    const recorded = await findRefundByProviderId(db, refund.id);
    if (recorded?.status !== refund.status)
      await db.transaction((tx) => applyRefund(tx, deps, refund, null));
  });
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

async function quarantineUnknown(tx: Executor, intent: IntentFacts): Promise<void> {
  const id = randomUUID();
  const isNew = await insertUnknownPayment(tx, {
    id,
    // Links the booking, so that the buyer sees the payment and is told about the refund.
    bookingId: intent.bookingId && (await lockBooking(tx, intent.bookingId))?.id,
    intentId: intent.id,
    status: intent.status,
    amountMinor: intent.amountMinor,
    capturedMinor: intent.capturedMinor,
    currency: intent.currency,
    quarantineReason: "unknown",
    statedAt: intent.statedAt,
  });
  if (!isNew) return;
  const why = quarantineReasons.unknown;
  await appendLog(tx, { paymentId: id, kind: "payment", from: null, to: intent.status, why });
  const amountMinor = intent.capturedMinor;
  await recordRefund(tx, { paymentId: id, amountMinor, cause: "quarantined", why });
}
