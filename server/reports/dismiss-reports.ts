import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing, readListingRows } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { closeReportsOfListing } from "./report-store.ts";

/** Settles a car's reports; the car stays. @throws AppError not_found where there is no such car */
export async function dismissReports(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const reports = await db.transaction(async (tx) => {
    if ((await readListingRows(tx, [id])).length === 0) throw noSuchListing();
    const closed = await closeReportsOfListing(tx, {
      listingId: id,
      actorId: viewer.accountId,
      outcome: "dismissed",
    });
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
