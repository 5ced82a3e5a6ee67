import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { letterToBuyer, letterToSeller } from "./receipt-letters.ts";
import { findSale, insertReceipt } from "./receipt-store.ts";

/**
 * Writes the receipt of a booking and the mails to both sides, in the transaction that marks the booking paid. Called
 * again it does nothing: a booking is receipted once.
 * @param payment `paidMinor` is what the card was charged, in minor units of the booking's currency
 */
export async function issueReceipt(
  tx: Executor,
  payment: { bookingId: string; transactionId: string; paidMinor: number },
  { config }: Pick<Deps, "config">,
): Promise<void> {
  const sale = await findSale(tx, payment.bookingId);
  if (!sale) throw new Error(`There is no booking ${payment.bookingId} to write a receipt for.`);
  const { sellerName, sellerEmail, buyerName, buyerEmail, item, priceMinor, currency } = sale;
  const receipt = await insertReceipt(tx, {
    ...payment,
    ...{ sellerName, sellerEmail, buyerName, buyerEmail, item, priceMinor, currency },
  });
  if (!receipt) return;
  const toBuyer = letterToBuyer(config, receipt, sale);
  const toSeller = letterToSeller(config, receipt, sale);
  await queueMail(tx, {
    kind: "receipt.buyer",
    to: buyerEmail,
    names: [sale.sellerId],
    ...toBuyer,
  });
  await queueMail(tx, {
    kind: "receipt.seller",
    to: sellerEmail,
    names: [sale.buyerId],
    ...toSeller,
  });
}
