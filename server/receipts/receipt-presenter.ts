import { toMajor } from "#shared/money/money.ts";
import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import { receiptNumber } from "#shared/receipts/receipt-number.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { ReceiptRow } from "./receipt-store.ts";

/** A receipt as both sides see it, with what was refunded since. Amounts in major units. */
export function presentReceipt(
  row: ReceiptRow,
  refundedMinor: number,
  { BRAND_NAME }: Pick<Config, "BRAND_NAME">,
): Receipt {
  const major = (minor: number) => toMajor(minor, row.currency);
  // Whoever got all of it back has not bought the car, and owes nothing at a handover.
  const isUndone = refundedMinor >= row.paidMinor;
  return {
    number: receiptNumber(row.number),
    bookingId: row.bookingId,
    issuedAt: row.issuedAt.toISOString(),
    shop: BRAND_NAME,
    seller: { name: row.sellerName, email: row.sellerEmail },
    buyer: { name: row.buyerName, email: row.buyerEmail },
    item: row.item,
    price: major(row.priceMinor),
    amountPaid: major(row.paidMinor),
    amountDueAtHandover: isUndone ? 0 : major(Math.max(0, row.priceMinor - row.paidMinor)),
    amountRefunded: major(refundedMinor),
    currency: row.currency,
    transactionId: row.transactionId,
  };
}
