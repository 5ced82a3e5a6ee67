import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { failedRefundEmail, refundEmail } from "../receipts/receipt-emails.ts";
import { findSale } from "../receipts/receipt-store.ts";

type RefundOutcome = {
  outcome: "succeeded" | "failed";
  bookingId: string;
  /** In minor units of `currency`. */
  amountMinor: number;
  currency: string;
  /** Shown to the buyer. */
  why: string;
};

/** Emails the buyer that a refund succeeded or failed, in the transaction that records it. */
export async function queueRefundEmail(
  tx: Executor,
  refund: RefundOutcome,
  { config }: Pick<Deps, "config">,
): Promise<void> {
  const sale = await findSale(tx, refund.bookingId);
  if (!sale) throw new Error(`There is no booking ${refund.bookingId} to refund.`);
  const hasFailed = refund.outcome === "failed";
  await queueEmail(tx, {
    kind: hasFailed ? "refund_failed.buyer" : "refund.buyer",
    to: sale.buyerEmail,
    ...(hasFailed ? failedRefundEmail(config, sale, refund) : refundEmail(config, sale, refund)),
  });
}
