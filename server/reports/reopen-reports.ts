import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { lockListingForShare, listingId, noSuchListing } from "#server/listings/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { reportsReopenedEmail } from "./reporter-email.ts";
import { listReportersToTell, reopenDismissedReports } from "./report-store.ts";

/**
 * Undoes the admin's own dismissal: reopens a listing's reports and emails the reporters. Refused if the listing has
 * left the shop, or if another admin was the last to settle its reports.
 * @throws AppError not_found if there is no such listing
 */
export async function reopenReports(
  { db, config, catalogue }: Pick<Deps, "db" | "config" | "catalogue">,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const reports = await db.transaction(async (tx) => {
    // Prevents a concurrent removal or suspension from settling the reports.
    const listing = await lockListingForShare(tx, id);
    if (!listing) throw noSuchListing();
    if (!listing.isForSale) return 0;
    const reopened = await reopenDismissedReports(tx, {
      listingId: id,
      actorId: viewer.accountId,
    });
    if (reopened.length === 0) return 0;
    for (const { name, email, item } of await listReportersToTell(tx, reopened))
      await queueEmail(tx, {
        kind: "report.reopened",
        to: email,
        ...reportsReopenedEmail(config, { name, item }),
      });
    await recordAudit(tx, {
      actorId: viewer.accountId,
      action: "report.reopen",
      subjectId: id,
      details: { reports: reopened.length },
    });
    return reopened.length;
  });
  if (reports === 0)
    return {
      modifiedCount: 0,
      message: "You have no dismissal of this product's reports that can be undone.",
    };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
