import { recordAudit } from "#server/audit/public.ts";
import { endHolds } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { closeReportsOfListing } from "#server/reports/public.ts";
import { noSuchListing } from "./listing-id.ts";
import { lockListing, markRemoved } from "./listing-store.ts";

/**
 * Moderation takes a car off: its hold ends, its reports are settled, the act is noted. A paid booking stays. Answers
 * the bookings that are to be released at the card provider once the transaction is through.
 * @throws AppError not_found where the car is gone already
 */
export async function removeListing(tx: Executor, adminId: string, id: string): Promise<string[]> {
  const listing = await lockListing(tx, id);
  if (!listing) throw noSuchListing();
  await markRemoved(tx, id);
  const { ended, releasing } = await endHolds(tx, { listingId: id }, "cancelled", {
    actorId: adminId,
    why: "the listing was removed",
  });
  const reports = await closeReportsOfListing(tx, {
    listingId: id,
    actorId: adminId,
    outcome: "removed",
  });
  await recordAudit(tx, {
    actorId: adminId,
    action: "listing.remove",
    subjectId: id,
    details: {
      name: listing.name,
      releasedBooking: [...ended, ...releasing][0] ?? null,
      reports,
    },
  });
  return releasing;
}
