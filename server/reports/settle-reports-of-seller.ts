import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reporterEmail } from "./reporter-email.ts";
import { closeReportsOfSeller, listReportersToTell } from "./report-store.ts";

/**
 * Settles the open reports of a suspended seller's listings and emails the reporters, in the transaction of the
 * suspension. Returns the number of reports.
 */
export async function settleReportsOfSeller(
  tx: Executor,
  { config }: { config: Config },
  settled: { sellerId: string; actorId: string; reason: string },
): Promise<number> {
  const closed = await closeReportsOfSeller(tx, { ...settled, outcome: "suspended" });
  for (const { name, email, item } of await listReportersToTell(tx, closed))
    await queueEmail(tx, {
      kind: "report.suspended",
      to: email,
      ...reporterEmail(config, { name, item, outcome: "suspended" }),
    });
  return closed.length;
}
