import type { SignUpRole } from "#shared/accounts/account.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import { liveBookingCountOfBuyer, liveBookingCountOfSeller } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { deleteIdentity } from "#server/identity/public.ts";
import { withdrawListingsOfSeller } from "#server/listings/public.ts";
import { countUnsettledPayments } from "#server/payments/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { noSuchAccount } from "./account-id.ts";
import { countAdmins, lockAccount, markDeleted, type AccountFacts } from "./account-store.ts";

/**
 * Deletes a buyer or a seller: they are signed out everywhere at once and their cars leave the shop. The account's row
 * stays, without a sign-in, for what names it. Refused while a hold or a sale is under way.
 * @throws AppError not_found where no live account has this id and role
 */
export async function deleteAccount(
  deps: Pick<Deps, "db" | "catalogue">,
  actorId: string,
  role: SignUpRole,
  id: string,
): Promise<DeletedAnswer> {
  const answer = await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account?.role === "admin")
      return { deletedCount: 0, message: whyAdminStays(await countAdmins(tx)) };
    if (account?.role !== role) throw noSuchAccount();
    const refusal = await whyNotDelete(tx, account);
    if (refusal !== null) return { deletedCount: 0, message: refusal };
    if (role === "Seller") await withdrawListingsOfSeller(tx, id);
    await markDeleted(tx, id);
    if (account.identityId !== null) await deleteIdentity(tx, account.identityId);
    await recordAudit(tx, {
      actorId,
      action: role === "Seller" ? "seller.delete" : "buyer.delete",
      subjectId: id,
    });
    return { deletedCount: 1 };
  });
  if (answer.deletedCount > 0) await deps.catalogue.refresh();
  return answer;
}

function whyAdminStays(admins: number): string {
  return admins === 1
    ? "This is the last admin. Make somebody else an admin first."
    : "This account is an admin's. Admins are removed on the server's command line.";
}

async function whyNotDelete(
  tx: Executor,
  { id, role, name }: AccountFacts,
): Promise<string | null> {
  if (role === "Seller" && (await liveBookingCountOfSeller(tx, id)) > 0)
    return `A buyer holds or has bought a car of ${name}. It must be settled first.`;
  if (role === "Buyer" && (await liveBookingCountOfBuyer(tx, id)) > 0)
    return `${name} still has a reserved car or a paid one. It must be settled first.`;
  if ((await countUnsettledPayments(tx, id)) > 0)
    return `Money of ${name} is still on its way, or questioned by a bank. It must be settled first.`;
  return null;
}
