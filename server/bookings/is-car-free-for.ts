import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isCarUnheldFor, type LockedBooking } from "./booking-move-store.ts";
import { endHolds } from "./end-holds.ts";

/**
 * Whether a booking that had ended may have its car after all: still on sale, nobody else's, and both people there. A
 * hold of somebody else's that ran out is ended by this. The car must be locked.
 */
export async function isCarFreeFor(
  tx: Executor,
  deps: { config: Config },
  booking: LockedBooking,
): Promise<boolean> {
  await endHolds(tx, deps, { lapsedOf: booking.listingId }, "expired", {
    actorId: null,
    why: "hold ran out; a late payment of another buyer came",
  });
  return isCarUnheldFor(tx, booking);
}
