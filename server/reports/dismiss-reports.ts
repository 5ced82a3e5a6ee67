import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { findListing, listingId, noSuchListing } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { settleReports } from "./settle-reports.ts";

/**
 * Settles a listing's reports and emails the reporters that the car stays, or has already left the shop.
 * @throws AppError not_found if there is no such listing
 */
export async function dismissReports(
  { db, config, catalogue }: Pick<Deps, "db" | "config" | "catalogue">,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const reports = await db.transaction(async (tx) => {
    const listing = await findListing(tx, id);
    if (!listing) throw noSuchListing();
    const closed = await settleReports(
      tx,
      { config },
      {
        listing: { id, name: listing.name, isGone: listing.isGone },
        actorId: viewer.accountId,
        outcome: "dismissed",
        reason: null,
      },
    );
    if (closed > 0)
      await recordAudit(tx, {
        actorId: viewer.accountId,
        action: "report.dismiss",
        subjectId: id,
        details: { reports: closed },
      });
    return closed;
  });
  if (reports === 0)
    return { modifiedCount: 0, message: "There are no open reports of this product." };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
