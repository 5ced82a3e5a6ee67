import { randomUUID } from "node:crypto";
import { isFinal, quarantineReasons } from "#shared/payments/payment.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyRefund } from "./apply-refund.ts";
import { markUnclaimed } from "./inbox-store.ts";
import { noteRefund } from "./note-refund.ts";
import {
  appendLog,
  insertUnknownPayment,
  listSilentPayments,
  updatePayment,
} from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";
import type { IntentFacts } from "./provider-facts.ts";
import { findRefundByProviderId, listIntentsWithOpenRefunds } from "./refund-store.ts";
import { settlePayments, type SettleDeps } from "./settle-payments.ts";

// Stripe sends an event again for up to three days (https://docs.stripe.com/webhooks#retries).
const daysOfRetries = 3;
const lookBackDays = daysOfRetries + 1;
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
  try {
    await readBack(deps, silentSeconds);
    await compareIntents(deps, daysAgo(lookBackDays));
    await compareRefunds(deps, daysAgo(refundLookBackDays));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error }, "card provider not read back; the next round comes");
  }
  await settlePayments(deps);
  await markUnclaimed(deps.db, daysOfRetries);
  await deps.catalogue.refresh();
}

async function readBack(deps: SettleDeps, seconds: number) {
  const { db, provider } = deps;
  for (const { id, intentId } of await listSilentPayments(db, { seconds, limit: 500 })) {
    if (intentId === null) continue;
    const { intent } = await provider.readIntent(intentId);
    await db.transaction(async (tx) => {
      await applyIntent(tx, deps, intent, null);
      await updatePayment(tx, id, {});
    });
  }
  for (const intentId of await listIntentsWithOpenRefunds(db, { seconds, limit: 200 }))
    for (const refund of await provider.listRefunds(intentId))
      await db.transaction((tx) => applyRefund(tx, deps, refund, null));
}

async function compareIntents(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  for await (const intent of provider.listIntents(since)) {
    const isKnown = await db.transaction((tx) => applyIntent(tx, deps, intent, null));
    if (isKnown) continue;
    // Nobody has its secret, so nobody can pay it any more once it is cancelled.
    const ended = isFinal(intent.status) ? intent : await provider.cancelIntent(intent.id);
    if (ended.status === "succeeded") await db.transaction((tx) => quarantineUnknown(tx, ended));
  }
  for await (const dispute of provider.listDisputes(since))
    await db.transaction((tx) => applyDispute(tx, dispute, null));
}

/** A refund that failed after it was given, or that was made at the provider itself, is noticed though no message came. */
async function compareRefunds(deps: SettleDeps, since: Date) {
  const { db, provider } = deps;
  for await (const refund of provider.listRefundsSince(since)) {
    const known = await findRefundByProviderId(db, refund.id);
    if (known?.status !== refund.status)
      await db.transaction((tx) => applyRefund(tx, deps, refund, null));
  }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

async function quarantineUnknown(tx: Executor, intent: IntentFacts): Promise<void> {
  const id = randomUUID();
  const isNew = await insertUnknownPayment(tx, {
    id,
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
