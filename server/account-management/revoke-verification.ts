import type { z } from "zod";
import type { revokeBody } from "#shared/moderation/moderation-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isLastActor, recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  accountId,
  noSuchAccount,
  withAccountLockedByAdmin,
  setVerified,
} from "#server/accounts/public.ts";
import { revocationEmail } from "./verification-email.ts";

/**
 * Revokes a seller's badge and emails them the reason. With `undo`, revokes only the admin's own verification, not one
 * that another admin has made or changed since.
 * @throws AppError not_found if there is no such seller
 */
export async function revokeVerification(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  admin: Viewer,
  given: string,
  body: z.output<typeof revokeBody>,
): Promise<ModifiedAnswer> {
  const id = accountId(given);
  const { reason, undo } = body ?? {};
  const answer = await withAccountLockedByAdmin(deps.db, id, async (tx, seller) => {
    if (seller?.role !== "Seller") throw noSuchAccount();
    if (!seller.isVerified) return { modifiedCount: 0, message: `${seller.name} is not verified.` };
    if (undo && !(await isLastActor(tx, "seller.verify", id, admin.accountId)))
      return {
        modifiedCount: 0,
        message: `Another admin has verified ${seller.name} since. Nothing was changed.`,
      };
    await setVerified(tx, id, null);
    await recordAudit(tx, {
      actorId: admin.accountId,
      action: "seller.unverify",
      subjectId: id,
      details: reason ? { reason } : {},
    });
    await queueEmail(tx, {
      kind: "seller.unverified",
      to: seller.email,
      ...revocationEmail(deps.config, { name: seller.name, reason: reason || null }),
    });
    return { modifiedCount: 1 };
  });
  if (answer.modifiedCount > 0) await deps.catalogue.refresh();
  return answer;
}
