import { AppError } from "#shared/errors/app-error.ts";
import { toMajor } from "#shared/money/money.ts";
import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import type { Deps } from "#server/deps.ts";
import { bookingId, noSuchBooking } from "#server/bookings/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { findReceipt } from "./receipt-store.ts";
import { type ReceiptRow } from "#server/payments/public.ts";

/**
 * The receipt of a booking, for its buyer, its seller and admins.
 * @throws AppError not_found for other viewers, and if the booking was never paid
 */
export async function readReceipt(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  id: string,
): Promise<Receipt> {
  const row = await findReceipt(db, bookingId(id));
  if (!row) throw noSuchBooking();
  const isParty = [row.buyerId, row.sellerId].includes(viewer.accountId);
  if (!isParty && viewer.role !== "admin") throw noSuchBooking();
  if (!row.receipt)
    throw new AppError("not_found", {
      message: "This booking has not been paid, so it has no receipt.",
    });
  return presentReceipt(row.receipt, row.refundedMinor, config);
}

/** Converts amounts to major units. */
function presentReceipt(
  row: ReceiptRow,
  refundedMinor: number,
  { BRAND_NAME }: Pick<Config, "BRAND_NAME">,
): Receipt {
  const major = (minor: number) => toMajor(minor, row.currency);
  // After a full refund the sale is off, so nothing is due at handover.
  const isFullyRefunded = refundedMinor >= row.paidMinor;
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
    amountDueAtHandover: isFullyRefunded ? 0 : major(Math.max(0, row.priceMinor - row.paidMinor)),
    amountRefunded: major(refundedMinor),
    currency: row.currency,
    transactionId: row.transactionId,
  };
}
