import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { letterOfFailedRefund, letterOfRefund } from "./receipt-letters.ts";
import { findSale } from "./receipt-store.ts";

type RefundNews = {
  outcome: "succeeded" | "failed";
  bookingId: string;
  /** In minor units of `currency`. */
  amountMinor: number;
  currency: string;
  /** In words for the buyer. */
  why: string;
};

/** Tells the buyer that a refund succeeded or failed, in the transaction that notes it. */
export async function queueRefundMail(
  tx: Executor,
  refund: RefundNews,
  { config }: Pick<Deps, "config">,
): Promise<void> {
  const sale = await findSale(tx, refund.bookingId);
  if (!sale) throw new Error(`There is no booking ${refund.bookingId} to refund.`);
  const hasFailed = refund.outcome === "failed";
  await queueMail(tx, {
    kind: hasFailed ? "refund_failed.buyer" : "refund.buyer",
    to: sale.buyerEmail,
    ...(hasFailed
      ? letterOfFailedRefund(config, sale, refund)
      : letterOfRefund(config, sale, refund)),
  });
}
