import type { Deps } from "#server/deps.ts";
import { applyRefund } from "./apply-refund.ts";
import { findDispute } from "./dispute-store.ts";
import { eachApart } from "./each-apart.ts";
import { ProviderError } from "./provider-error.ts";
import type { RefundFacts } from "./provider-facts.ts";
import {
  countRefundKeyOn,
  listRefundsToSend,
  refusedId,
  type RefundToSend,
} from "./refund-store.ts";

// Stripe may forget a key after 24 hours (https://docs.stripe.com/api/idempotent_requests); it is trusted for less.
const keyLifetimeMs = 20 * 3_600_000;

type SendDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Asks the provider for every refund that was noted, of one payment or of all. One that is not answered stays noted
 * and is asked for again, under the same key.
 */
export async function sendRefunds(deps: SendDeps, paymentId: string | null = null): Promise<void> {
  const refunds = await listRefundsToSend(deps.db, 200, paymentId);
  await eachApart(deps, "refund", refunds, async (refund) => {
    const facts = await sendRefund(deps, refund);
    await deps.db.transaction((tx) => applyRefund(tx, deps, facts, null));
  });
  if (refunds.length > 0) await deps.catalogue.refresh();
}

async function sendRefund({ db, provider }: SendDeps, refund: RefundToSend): Promise<RefundFacts> {
  const { id: refundId, intentId, amountMinor, currency, keyNumber } = refund;
  const findDone = async () =>
    (await provider.listRefunds(intentId)).find((one) => one.refundId === refundId);
  const isKeyForgotten = Date.now() - refund.createdAt.getTime() > keyLifetimeMs;
  const before = isKeyForgotten ? await findDone() : undefined;
  if (before) return before;
  try {
    const key = `refund-${refundId}-${keyNumber}`;
    return await provider.createRefund({ intentId, refundId, amountMinor, currency, key });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== "failed" && error.kind !== "refused") throw error;
    // The provider's own failure is stored under the key: another key only once it is sure that nothing was done.
    const done = await findDone();
    if (done) return done;
    if (error.kind === "failed" || (await isForLater(db, refund, error))) {
      await countRefundKeyOn(db, refund);
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

/** What the shop's own rules give back waits for the end of a dispute; an admin is told, and decides anew. */
async function isForLater(
  db: Deps["db"],
  { cause, paymentId }: RefundToSend,
  { code }: ProviderError,
): Promise<boolean> {
  if (cause === "admin" || code !== "charge_disputed") return false;
  return (await findDispute(db, paymentId))?.status !== "lost";
}
