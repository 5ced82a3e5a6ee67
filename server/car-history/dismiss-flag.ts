import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertDismissals } from "./flag-dismissal-store.ts";
import { findFlag } from "./flag-store.ts";

/**
 * Dismisses a flag of a car. A new fact, such as another mileage or another photo, is another flag.
 * @throws AppError not_found if there is no such flag anymore, or a new fact was added to it
 */
export async function dismissFlag(
  { db }: Pick<Deps, "db">,
  admin: Viewer,
  given: string,
  { reason, now }: { reason: string; now: Date },
): Promise<ModifiedAnswer> {
  const flag = await findFlag(db, given);
  if (!flag) {
    const message = "This flag is no longer here. Refresh the page.";
    throw new AppError("not_found", { message, fields: { id: message } });
  }
  const { listingId, parts } = flag;
  const dismissedBy = admin.accountId;
  const dismissed = await db.transaction(async (tx) => {
    const count = await insertDismissals(tx, parts, {
      listingId,
      dismissedBy,
      reason,
      dismissedAt: now,
    });
    if (count > 0)
      await recordAudit(tx, {
        actorId: admin.accountId,
        action: "flag.dismiss",
        subjectId: listingId,
        details: { flag: given, reason },
      });
    return count;
  });
  return dismissed > 0
    ? { modifiedCount: 1 }
    : { modifiedCount: 0, message: "This flag is dismissed already." };
}
