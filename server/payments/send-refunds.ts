import type { Deps } from "#server/deps.ts";
import { applyRefund } from "./apply-refund.ts";
import { ProviderError } from "./provider-error.ts";
import type { RefundFacts } from "./provider-facts.ts";
import { countRefundKeyOn, listRefundsToSend, type RefundToSend } from "./refund-store.ts";

type SendDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Asks the provider for every refund that was noted, of one payment or of all. One that is not answered stays noted
 * and is asked for again, under the same key.
 */
export async function sendRefunds(deps: SendDeps, paymentId: string | null = null): Promise<void> {
  const refunds = await listRefundsToSend(deps.db, 200, paymentId);
  for (const refund of refunds) {
    try {
      const facts = await sendRefund(deps, refund);
      await deps.db.transaction((tx) => applyRefund(tx, deps, facts, null));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      deps.log.warn({ err: error, refund: refund.id }, "refund not sent yet");
    }
  }
  if (refunds.length > 0) await deps.catalogue.refresh();
}

async function sendRefund({ db, provider }: SendDeps, refund: RefundToSend): Promise<RefundFacts> {
  const { id: refundId, intentId, amountMinor, currency, keyNumber } = refund;
  try {
    const key = `refund-${refundId}-${keyNumber}`;
    return await provider.createRefund({ intentId, refundId, amountMinor, currency, key });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== "failed" && error.kind !== "refused") throw error;
    // The provider's own failure is stored under the key: another key only once it is sure that nothing was done.
    const done = (await provider.listRefunds(intentId)).find((one) => one.refundId === refundId);
    if (done) return done;
    if (error.kind === "failed") {
      await countRefundKeyOn(db, refund);
      throw error;
    }
    return {
      id: `refused-${refundId}`,
      intentId,
      refundId,
      amountMinor,
      status: "failed",
      failureReason: error.code ?? error.message,
    };
  }
}
