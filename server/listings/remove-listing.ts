import { recordAudit } from "#server/audit/public.ts";
import { releaseHoldOfListing } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { closeReportsOfListing } from "#server/reports/public.ts";
import { noSuchListing } from "./listing-id.ts";
import { lockListing, markRemoved } from "./listing-store.ts";

/**
 * Moderation takes a car off: its hold is released, its reports are settled, the act is noted. A paid booking stays.
 * @throws AppError not_found where the car is gone already
 */
export async function removeListing(tx: Executor, adminId: string, id: string): Promise<number> {
  const listing = await lockListing(tx, id);
  if (!listing) throw noSuchListing();
  await markRemoved(tx, id);
  const releasedBooking = await releaseHoldOfListing(tx, { listingId: id, actorId: adminId });
  const reports = await closeReportsOfListing(tx, {
    listingId: id,
    actorId: adminId,
    outcome: "removed",
  });
  await recordAudit(tx, {
    actorId: adminId,
    action: "listing.remove",
    subjectId: id,
    details: { name: listing.name, releasedBooking, reports },
  });
  return 1;
}
