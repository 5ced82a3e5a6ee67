import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isCarUnheldFor, type LockedBooking } from "./booking-move-store.ts";
import { endHolds } from "./end-holds.ts";

/**
 * Whether an ended booking can still get its car: the car is on sale and not booked, and both accounts exist. Also ends
 * another buyer's expired hold. The caller must have locked the listing.
 */
export async function isCarFreeFor(
  tx: Executor,
  deps: { config: Config },
  booking: LockedBooking,
): Promise<boolean> {
  await endHolds(tx, deps, { lapsedOf: booking.listingId }, "expired", {
    actorId: null,
    why: "hold expired; another buyer's late payment arrived",
  });
  return isCarUnheldFor(tx, booking);
}
