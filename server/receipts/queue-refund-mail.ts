import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/mail/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { letterOfRefund } from "./receipt-letters.ts";
import { findSale } from "./receipt-store.ts";

/**
 * Tells the buyer of a booking that money goes back to them, in the transaction that notes the refund.
 * @param refund `amountMinor` in minor units of `currency`; `why` in words for the buyer
 */
export async function queueRefundMail(
  tx: Executor,
  refund: { bookingId: string; amountMinor: number; currency: string; why: string },
  { config }: Pick<Deps, "config">,
): Promise<void> {
  const sale = await findSale(tx, refund.bookingId);
  if (!sale) throw new Error(`There is no booking ${refund.bookingId} to refund.`);
  await queueMail(tx, {
    kind: "refund.buyer",
    to: sale.buyerEmail,
    ...letterOfRefund(config, sale, refund),
  });
}
