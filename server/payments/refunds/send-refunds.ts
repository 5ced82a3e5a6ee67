import type { Deps } from "#server/deps.ts";
import { applyRefund } from "./apply-refund.ts";
import { findDispute } from "../disputes/dispute-store.ts";
import { processEach } from "../events/process-each.ts";
import { ProviderError } from "../provider/provider-error.ts";
import type { RefundFacts } from "../provider/provider-facts.ts";
import {
  advanceRefundKey,
  listRefundsToSend,
  refusedId,
  type RefundToSend,
} from "./refund-store.ts";

// Stripe may delete a key after 24 hours (https://docs.stripe.com/api/idempotent_requests), so we rely on it for less.
const keyLifetimeMs = 20 * 3_600_000;

type SendDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Sends recorded refunds to the provider, of one payment or of all. A refund that is not answered is sent again with the
 * same key.
 */
export async function sendRefunds(deps: SendDeps, paymentId: string | null = null): Promise<void> {
  const refunds = await listRefundsToSend(deps.db, 200, paymentId);
  await processEach(deps, "refund", refunds, async (refund) => {
    const facts = await sendRefund(deps, refund);
    await deps.db.transaction((tx) => applyRefund(tx, deps, facts, null));
  });
  if (refunds.length > 0) await deps.catalogue.refresh();
}

async function sendRefund({ db, provider }: SendDeps, refund: RefundToSend): Promise<RefundFacts> {
  const { id: refundId, intentId, amountMinor, currency, keyNumber } = refund;
  const findExisting = async () =>
    (await provider.listRefunds(intentId)).find((one) => one.refundId === refundId);
  const isKeyExpired = Date.now() - refund.createdAt.getTime() > keyLifetimeMs;
  const before = isKeyExpired ? await findExisting() : undefined;
  if (before) return before;
  try {
    const key = `refund-${refundId}-${keyNumber}`;
    return await provider.createRefund({ intentId, refundId, amountMinor, currency, key });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== "failed" && error.kind !== "refused") throw error;
    // The provider stores its failure under the key. Use another key only if it did not create the refund.
    const done = await findExisting();
    if (done) return done;
    if (error.kind === "failed" || (await isBlockedByDispute(db, refund, error))) {
      await advanceRefundKey(db, refund);
      throw error;
    }
    return {
      id: refusedId(refundId),
      intentId,
      refundId,
      amountMinor,
      status: "failed",
      failureReason: error.code ?? error.message,
    };
  }
}

/** Automatic refunds wait for the end of a dispute. Refunds by admins fail, and the admin decides. */
async function isBlockedByDispute(
  db: Deps["db"],
  { cause, paymentId }: RefundToSend,
  { code }: ProviderError,
): Promise<boolean> {
  if (cause === "admin" || code !== "charge_disputed") return false;
  return (await findDispute(db, paymentId))?.status !== "lost";
}
