import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import {
  accountId,
  withAccountLockedByAdmin,
  noSuchAccount,
  setSuspended,
} from "#server/accounts/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { endModerationAction } from "./moderation-action-store.ts";
import { settleAppealOfAction } from "./appeal-store.ts";
import { lapseTakenVins } from "./return-to-sale.ts";
import { suspensionLiftedEmail } from "./suspension-emails.ts";

/**
 * Lifts a seller's suspension and grants an open appeal against it. Their listings are back at once, except those that
 * were withdrawn, removed or sold, or whose VIN another seller has for sale by now. Holds that ended stay ended.
 * @throws AppError not_found if there is no such seller
 */
export async function liftSuspension(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  admin: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = accountId(given);
  const answer = await withAccountLockedByAdmin(
    deps.db,
    id,
    async (tx, seller): Promise<ModifiedAnswer> => {
      if (seller?.role !== "Seller") throw noSuchAccount();
      if (!seller.isSuspended)
        return { modifiedCount: 0, message: `${seller.name} is not suspended.` };
      const { actionId, offSale } = await endSuspension(tx, admin, id);
      if (actionId !== null)
        await settleAppealOfAction(tx, {
          actionId,
          adminId: admin.accountId,
          outcome: "overturned",
          reason: "The suspension was lifted.",
        });
      await queueEmail(tx, {
        kind: "seller.unsuspended",
        to: seller.email,
        ...suspensionLiftedEmail(deps.config, seller.name, offSale),
      });
      return { modifiedCount: 1 };
    },
  );
  if (answer.modifiedCount > 0) await deps.catalogue.refresh();
  return answer;
}

/**
 * Ends the suspension of a locked account and logs it. Returns the moderation action that suspended it, and how many of
 * its cars stay off sale because another seller has their VIN for sale by now.
 */
export async function endSuspension(
  tx: Executor,
  admin: Pick<Viewer, "accountId">,
  sellerId: string,
): Promise<{ actionId: string | null; offSale: number }> {
  await setSuspended(tx, sellerId, false);
  const offSale = await lapseTakenVins(tx, sellerId, new Date());
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "seller.unsuspend",
    subjectId: sellerId,
    ...(offSale > 0 && { details: { vinsForSaleElsewhere: offSale } }),
  });
  const action = { kind: "suspension" as const, sellerId, listingId: null };
  return { actionId: await endModerationAction(tx, action), offSale };
}
