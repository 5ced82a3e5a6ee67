import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { buyerReceiptEmail, sellerReceiptEmail } from "./receipt-emails.ts";
import { findSale, insertReceipt } from "./receipt-store.ts";

/**
 * Issues the receipt of a booking and queues the emails to buyer and seller, in the transaction that marks the booking
 * paid. Does nothing if the booking already has a receipt.
 * @param payment `paidMinor` is the amount charged, in minor units of the booking's currency
 */
export async function issueReceipt(
  tx: Executor,
  payment: { bookingId: string; transactionId: string; paidMinor: number },
  { config }: Pick<Deps, "config">,
): Promise<void> {
  const sale = await findSale(tx, payment.bookingId);
  if (!sale) throw new Error(`There is no booking ${payment.bookingId} to issue a receipt for.`);
  const { sellerName, sellerEmail, buyerName, buyerEmail, item, priceMinor, currency } = sale;
  const receipt = await insertReceipt(tx, {
    ...payment,
    sellerName,
    sellerEmail,
    buyerName,
    buyerEmail,
    item,
    priceMinor,
    currency,
  });
  if (!receipt) return;
  const toBuyer = buyerReceiptEmail(config, receipt, sale);
  const toSeller = sellerReceiptEmail(config, receipt, sale);
  await queueEmail(tx, {
    kind: "receipt.buyer",
    to: buyerEmail,
    mentionedAccounts: [sale.sellerId],
    ...toBuyer,
  });
  await queueEmail(tx, {
    kind: "receipt.seller",
    to: sellerEmail,
    mentionedAccounts: [sale.buyerId],
    ...toSeller,
  });
}
