import { randomUUID } from "node:crypto";
import { isFinal, quarantineReasons } from "#shared/payments/payment.ts";
import { lockBooking } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyRefund } from "./apply-refund.ts";
import { listOpenDisputes } from "./dispute-store.ts";
import { eachApart } from "./each-apart.ts";
import { markUnclaimed, pruneEvents } from "./inbox-store.ts";
import { noteRefund } from "./note-refund.ts";
import {
  appendLog,
  findPaymentByIntent,
  insertUnknownPayment,
  listSilentPayments,
  updatePayment,
} from "./payment-store.ts";
import type { IntentFacts } from "./provider-facts.ts";
import { findRefundByProviderId, listIntentsWithOpenRefunds } from "./refund-store.ts";
import { settlePayments, type SettleDeps } from "./settle-payments.ts";

// Stripe sends an event again for up to three days (https://docs.stripe.com/webhooks#retries).
const daysOfRetries = 3;
const lookBackDays = daysOfRetries + 1;
const daysKept = 30;
// A refund that was given can come back weeks later (https://docs.stripe.com/refunds#failed-refunds).
const refundLookBackDays = 30;

/**
 * Compares our copies with the provider, for what no message told: reads open intents and refunds back, takes in
 * refunds and disputes, and cancels or refunds intents of ours that no booking asked for. `silentSeconds`: how long
 * nothing was heard of what is read back.
 */
export async function reconcilePayments(
  deps: SettleDeps,
  { silentSeconds = 60 }: { silentSeconds?: number } = {},
): Promise<void> {
  await markUnclaimed(deps.db, daysOfRetries);
  await pruneEvents(deps.db, daysKept);
  await readBack(deps, silentSeconds);
  await compareIntents(deps, daysAgo(lookBackDays));
  await compareRefunds(deps, daysAgo(refundLookBackDays));
  await settlePayments(deps);
  await deps.catalogue.refresh();
}

async function readBack(deps: SettleDeps, seconds: number) {
  const { db, provider } = deps;
  const silent = await listSilentPayments(db, { seconds, limit: 500 });
  await eachApart(deps, "read back of a payment", silent, async ({ id, intentId }) => {
    // Its turn is over, answered or not: the next round begins with others.
    await updatePayment(db, id, {});
    if (intentId === null) return;
    const { intent } = await provider.readIntent(intentId);
    await db.transaction((tx) => applyIntent(tx, deps, intent, null));
  });
  const refunded = await listIntentsWithOpenRefunds(db, { seconds, limit: 200 });
  await eachApart(deps, "read back of refunds", refunded, async (intentId) => {
    for (const refund of await provider.listRefunds(intentId))
      await db.transaction((tx) => applyRefund(tx, deps, refund, null));
  });
  const disputes = await listOpenDisputes(db, 200);
  await eachApart(deps, "read back of a dispute", disputes, async (id) => {
    const dispute = await provider.readDispute(id);
    await db.transaction((tx) => applyDispute(tx, dispute, null));
  });
}

async function compareIntents(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  await eachApart(deps, "comparing payments", provider.listIntents(since), async (intent) => {
    const known = await findPaymentByIntent(db, intent.id);
    if (known && isFinal(known.status) && known.status === intent.status) return;
    if (await db.transaction((tx) => applyIntent(tx, deps, intent, null))) return;
    // Nobody is to pay it: once it is cancelled, nobody can.
    const ended = isFinal(intent.status) ? intent : await provider.cancelIntent(intent.id);
    if (ended.status === "succeeded") await db.transaction((tx) => quarantineUnknown(tx, ended));
  });
  await eachApart(deps, "comparing disputes", provider.listDisputes(since), (dispute) =>
    db.transaction((tx) => applyDispute(tx, dispute, null)),
  );
}

/** A refund that failed after it was given, or that was made at the provider itself, is noticed though no message came. */
async function compareRefunds(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  await eachApart(deps, "comparing refunds", provider.listRefundsSince(since), async (refund) => {
    const known = await findRefundByProviderId(db, refund.id);
    if (known?.status !== refund.status)
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
    // So that its buyer reads of it, and hears of the refund.
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
  await noteRefund(tx, { paymentId: id, amountMinor, cause: "quarantined", why });
}
