import type { SignUpRole } from "#shared/accounts/account.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { patiently } from "#server/platform/database/transaction-line.ts";
import {
  accountIsUpdated,
  countAdmins,
  lockAccount,
  noSuchAccount,
} from "#server/accounts/public.ts";
import { inErasureTurn } from "#server/privacy/public.ts";
import { afterEnd, endAccount, whyNotEnd } from "./end-account.ts";

/**
 * Deletes a buyer or a seller on behalf of an admin: signs them out everywhere, withdraws their cars and erases their
 * personal data. Refused while a hold, a sale or a payment is open.
 * @throws AppError not_found if no live account has this id and role
 */
export async function deleteAccount(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "erasePayer" | "images" | "log">,
  actorId: string,
  role: SignUpRole,
  id: string,
): Promise<DeletedAnswer> {
  const end = async (tx: Executor): Promise<DeletedAnswer> => {
    const account = await lockSoon(tx, () => lockAccount(tx, id));
    if (account?.role === "admin")
      return { deletedCount: 0, message: whyAdminStays(await countAdmins(tx)) };
    if (account?.role !== role) throw noSuchAccount();
    const refusal = await whyNotEnd(tx, deps, account, "admin");
    if (refusal !== null) return { deletedCount: 0, message: refusal };
    await endAccount(tx, deps, account);
    await recordAudit(tx, {
      actorId,
      action: role === "Seller" ? "seller.delete" : "buyer.delete",
      subjectId: id,
    });
    return { deletedCount: 1 };
  };
  const answer = await patiently(accountIsUpdated, () => inErasureTurn(deps.db, end));
  if (answer.deletedCount > 0) await afterEnd(deps);
  return answer;
}

function whyAdminStays(admins: number): string {
  return admins === 1
    ? "This is the last admin. Make someone else an admin first."
    : "This account is an admin's. Admins delete their own accounts, or are removed on the server's command line.";
}
