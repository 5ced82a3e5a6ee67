import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import { liveBookingCountOfBuyer } from "#server/bookings/public.ts";
import { liveListingCountOfSeller } from "#server/seller-limits/public.ts";
import { hasWaitingAppeal } from "#server/moderation/public.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import {
  noSuchAccount,
  setRole,
  withAccountLockedByAdmin,
  type AccountFacts,
} from "#server/accounts/public.ts";

/**
 * Makes an account an admin, on behalf of another admin (`actorId`) or the command line (null). It stops being a buyer
 * or seller, so it must have no cars for sale and no reserved cars.
 * @throws AppError not_found
 */
export async function makeAdmin(
  deps: { db: Database },
  actorId: string | null,
  id: string,
): Promise<ModifiedAnswer> {
  return withAccountLockedByAdmin(deps.db, id, async (tx, account) => {
    if (!account) throw noSuchAccount();
    const refusal = await whyNotAdmin(tx, account);
    if (refusal !== null) return { modifiedCount: 0, message: refusal };
    await setRole(tx, id, "admin");
    await recordAudit(tx, {
      actorId,
      action: "user.make_admin",
      subjectId: id,
      details: { was: account.role },
    });
    return { modifiedCount: 1 };
  });
}

async function whyNotAdmin(
  tx: Executor,
  { id, role, name, isSuspended }: AccountFacts,
): Promise<string | null> {
  if (role === "admin") return `${name} is already an admin.`;
  if (isSuspended) return `${name} is suspended. The suspension must be lifted first.`;
  if (role === "Seller" && (await liveListingCountOfSeller(tx, id)) > 0)
    return `${name} still has cars for sale. They must be sold or deleted first.`;
  if (role === "Seller" && (await hasWaitingAppeal(tx, id)))
    return `${name} has an open appeal. It must be decided first.`;
  if (role === "Buyer" && (await liveBookingCountOfBuyer(tx, id)) > 0)
    return `${name} still has a reserved car. It must be paid for or canceled first.`;
  return null;
}
