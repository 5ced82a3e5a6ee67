import { AppError } from "#shared/errors/app-error.ts";
import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import type { Deps } from "#server/deps.ts";
import { bookingId, noSuchBooking } from "#server/bookings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { presentReceipt } from "./receipt-presenter.ts";
import { findReceipt } from "./receipt-store.ts";

/**
 * The receipt of a booking, for its buyer, the car's seller or an admin.
 * @throws AppError not_found for anybody else, and where the booking was never paid
 */
export async function readReceipt(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  id: string,
): Promise<Receipt> {
  const found = await findReceipt(db, bookingId(id));
  if (!found) throw noSuchBooking();
  const isTheirs = [found.buyerId, found.sellerId].includes(viewer.accountId);
  if (!isTheirs && viewer.role !== "admin") throw noSuchBooking();
  if (!found.receipt)
    throw new AppError("not_found", {
      message: "This booking has not been paid, so it has no receipt.",
    });
  return presentReceipt(found.receipt, found.refundedMinor, config);
}
