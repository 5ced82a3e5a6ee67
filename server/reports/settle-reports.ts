import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reporterEmail } from "./reporter-email.ts";
import { closeReportsOfListing, listReportersToTell } from "./report-store.ts";
import type { ReportOutcome } from "./report-table.ts";

/**
 * Settles the open reports of a listing and emails the reporters the outcome, in the transaction of the decision.
 * Returns the number of reports.
 * @param settled `reason` is the admin's, or null; reporters do not see it
 */
export async function settleReports(
  tx: Executor,
  { config }: { config: Config },
  settled: {
    listing: { id: string; name: string; isGone?: boolean };
    actorId: string;
    outcome: ReportOutcome;
    reason: string | null;
  },
): Promise<number> {
  const { listing, actorId, outcome, reason } = settled;
  const closed = await closeReportsOfListing(tx, {
    listingId: listing.id,
    actorId,
    outcome,
    reason,
  });
  const reportedOutcome = listing.isGone && outcome === "dismissed" ? "gone" : outcome;
  for (const { name, email } of await listReportersToTell(tx, closed))
    await queueEmail(tx, {
      kind: `report.${outcome}`,
      to: email,
      ...reporterEmail(config, { name, item: listing.name, outcome: reportedOutcome }),
    });
  return closed.length;
}
