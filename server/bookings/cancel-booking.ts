import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { bookingId, noSuchBooking } from "./booking-id.ts";
import { findBookingRow } from "./booking-row-store.ts";
import { cancelHold } from "./booking-store.ts";

/** Ends the viewer's own unpaid hold, and frees the car. @throws AppError not_found where it is not theirs */
export async function cancelBooking(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
): Promise<DeletedAnswer> {
  const id = bookingId(given);
  const cancelled = await db.transaction((tx) => cancelHold(tx, { id, buyerId: viewer.accountId }));
  if (!cancelled) {
    const booking = await findBookingRow(db, id);
    if (booking?.buyerId !== viewer.accountId) throw noSuchBooking();
    return { deletedCount: 0, message: "Only a running, unpaid booking can be cancelled." };
  }
  await catalogue.refresh();
  return { deletedCount: 1 };
}
