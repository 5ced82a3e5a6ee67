import { recordAudit } from "#server/audit/public.ts";
import { endHolds } from "#server/bookings/public.ts";
import { queueEmail } from "#server/email/public.ts";
import { recordModerationAction } from "./moderation-action-store.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { settleReports } from "#server/reports/public.ts";
import { listingRemovedEmail } from "./listing-removed-email.ts";
import { noSuchListing, lockRemovable, markRemoved, readSeller } from "#server/listings/public.ts";

/**
 * Removes a listing: ends its hold, settles its reports and records the action. Its seller and the buyers who
 * reported it are emailed. A paid booking stays. Returns the bookings to release at the card provider after the
 * transaction.
 * @throws AppError not_found if the listing is already gone
 */
export async function removeListing(
  tx: Executor,
  { config }: { config: Config },
  { adminId, id, reason }: { adminId: string; id: string; reason: string | null },
): Promise<string[]> {
  const listing = await lockRemovable(tx, id);
  if (!listing) throw noSuchListing();
  await markRemoved(tx, id);
  const action = { sellerId: listing.sellerId, listingId: id, actorId: adminId, reason };
  await recordModerationAction(tx, { ...action, kind: "removal" });
  const { ended, releasing } = await endHolds(tx, { config }, { listingId: id }, "cancelled", {
    actorId: adminId,
    why: "the listing was removed",
  });
  const reports = await settleReports(
    tx,
    { config },
    { listing, actorId: adminId, outcome: "removed", reason },
  );
  await recordAudit(tx, {
    actorId: adminId,
    action: "listing.remove",
    subjectId: id,
    details: {
      name: listing.name,
      releasedBooking: [...ended, ...releasing][0] ?? null,
      reports,
      reason,
    },
  });
  const seller = await readSeller(tx, listing.sellerId);
  await queueEmail(tx, {
    kind: "listing.removed",
    to: seller.email,
    ...listingRemovedEmail(config, { sellerName: seller.name, item: listing.name, reason }),
  });
  return releasing;
}
