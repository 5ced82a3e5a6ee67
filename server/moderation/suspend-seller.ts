import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import {
  accountId,
  withAccountLockedByAdmin,
  noSuchAccount,
  setSuspended,
} from "#server/accounts/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import { endHolds } from "#server/bookings/public.ts";
import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import { lockListingsOfSeller } from "#server/listings/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { settleReportsOfSeller } from "#server/reports/public.ts";
import { recordModerationAction } from "./moderation-action-store.ts";
import { suspensionEmail } from "./suspension-emails.ts";

/**
 * Suspends a seller: their listings disappear from every list and cannot be booked, their unpaid holds end, and their
 * reports are settled. Sold cars stay sold. The seller can sign in, read why, and appeal.
 * @throws AppError not_found if there is no such seller
 */
export async function suspendSeller(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
  admin: Viewer,
  given: string,
  reason: string,
): Promise<ModifiedAnswer> {
  const id = accountId(given);
  let releasing: string[] = [];
  const answer = await withAccountLockedByAdmin(
    deps.db,
    id,
    async (tx, seller): Promise<ModifiedAnswer> => {
      if (seller?.role !== "Seller") throw noSuchAccount();
      if (seller.isSuspended)
        return { modifiedCount: 0, message: `${seller.name} is suspended already.` };
      releasing = await suspend(tx, deps, { admin, seller, reason });
      return { modifiedCount: 1 };
    },
  );
  for (const booking of releasing) await releaseBooking(deps, booking);
  if (answer.modifiedCount > 0) await deps.catalogue.refresh();
  return answer;
}

/** Returns the bookings to release at the card provider after the transaction. */
async function suspend(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  suspension: {
    admin: Viewer;
    seller: { id: string; name: string; email: string };
    reason: string;
  },
): Promise<string[]> {
  const { admin, seller, reason } = suspension;
  await setSuspended(tx, seller.id, true);
  // A concurrent booking has either finished and loses its hold, or it waits and is refused.
  await lockListingsOfSeller(tx, seller.id);
  const { ended, releasing } = await endHolds(
    tx,
    { config },
    { sellerId: seller.id },
    "cancelled",
    { actorId: admin.accountId, why: "the seller was suspended" },
  );
  const settled = { sellerId: seller.id, actorId: admin.accountId, reason };
  const reports = await settleReportsOfSeller(tx, { config }, settled);
  const actor = { actorId: admin.accountId, reason };
  await recordModerationAction(tx, {
    ...actor,
    kind: "suspension",
    sellerId: seller.id,
    listingId: null,
  });
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "seller.suspend",
    subjectId: seller.id,
    details: { reason, releasedBookings: ended.length + releasing.length, reports },
  });
  await queueEmail(tx, {
    kind: "seller.suspended",
    to: seller.email,
    ...suspensionEmail(config, { name: seller.name, reason }),
  });
  return releasing;
}
