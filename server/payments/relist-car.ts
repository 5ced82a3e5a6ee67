import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import {
  appendMoves,
  bookingId,
  isVinTaken,
  lockBookingWithCar,
  noSuchBooking,
} from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { findListing, markRelisted, whyMakeNotSold } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { findPaymentOfBooking, isDisputed } from "./payment-store.ts";

/**
 * Puts the car of a fully refunded booking back on sale, for an admin.
 * @throws AppError not_found
 */
export async function relistCar(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  admin: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const refusal = await db.transaction((tx) => relist(tx, admin, bookingId(given)));
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}

async function relist(tx: Executor, admin: Viewer, id: string): Promise<string | null> {
  const booking = await lockBookingWithCar(tx, id);
  if (!booking) throw noSuchBooking();
  if (booking.state !== "refunded")
    return "Only the car of a fully refunded booking can be relisted.";
  const payment = await findPaymentOfBooking(tx, id);
  if (payment && (await isDisputed(tx, payment.id)))
    return "The buyer's bank is disputing this payment. You can relist the car after the dispute is closed.";
  const listing = await findListing(tx, booking.listingId);
  const notSold = listing && whyMakeNotSold(listing.make);
  if (notSold) return notSold;
  if (await isVinTaken(tx, booking.listingId))
    return "Another car with this VIN is for sale by now.";
  if (!(await markRelisted(tx, booking.listingId)))
    return "This car is already for sale, or its seller or an admin removed it.";
  await appendMoves(tx, [{ id, from: "refunded", to: "refunded" }], {
    actorId: admin.accountId,
    why: "relisted by an admin",
  });
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "listing.relist",
    subjectId: booking.listingId,
    details: { booking: id },
  });
  return null;
}
