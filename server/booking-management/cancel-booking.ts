import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isPaid } from "#shared/bookings/booking.ts";
import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { bookingId, noSuchBooking, endHolds } from "#server/bookings/public.ts";
import { findBookingRow } from "./booking-row-store.ts";

const messages = {
  notCancelable: "Only a running, unpaid booking can be canceled.",
  wentThrough: "Your payment had already gone through, so the car is yours.",
  endsSoon:
    "Your booking ends as soon as the card service has canceled its payment. If the payment has already gone through, the car is yours.",
};

/**
 * Ends the viewer's own unpaid hold and frees the car. A started payment is canceled at the provider first; if it has
 * already succeeded, the buyer keeps the car.
 * @throws AppError not_found if the booking is not theirs
 */
export async function cancelBooking(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
  viewer: Viewer,
  given: string,
): Promise<DeletedAnswer> {
  const { db, config, catalogue } = deps;
  const id = bookingId(given);
  const cause = { actorId: viewer.accountId, why: "canceled by the buyer" };
  const { ended, releasing } = await db.transaction((tx) =>
    endHolds(tx, { config }, { bookingId: id, buyerId: viewer.accountId }, "cancelled", cause),
  );
  let isShown = false;
  // A release shows the car in the catalog, too, unless the provider does not answer.
  for (const one of releasing) isShown = await releaseBooking(deps, one);
  if (!isShown) await catalogue.refresh();
  if (ended.length > 0) return { deletedCount: 1 };
  const booking = await findBookingRow(db, id);
  if (booking?.buyerId !== viewer.accountId) throw noSuchBooking();
  if (releasing.length === 0) return { deletedCount: 0, message: messages.notCancelable };
  if (isPaid(booking.state)) return { deletedCount: 0, message: messages.wentThrough };
  if (booking.state === "releasing") return { deletedCount: 1, message: messages.endsSoon };
  return { deletedCount: 1 };
}
