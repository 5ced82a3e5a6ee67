import type { SignUpRole } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { listRolesBefore, recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { patiently } from "#server/platform/database/transaction-line.ts";
import {
  accountIsUpdated,
  lockAccount,
  lockAdmins,
  noSuchAccount,
  setRole,
} from "#server/accounts/public.ts";
import { adminRevokedEmail } from "./admin-revoked-email.ts";

/**
 * Revokes an account's admin role and restores its previous role, on behalf of another admin (`actorId`) or the command
 * line (null). Never removes the last admin. Takes effect with the next call, because each call reads the role.
 * @throws AppError not_found; not_allowed if the actor has just lost the role, too
 */
export async function revokeAdmin(
  deps: Pick<Deps, "db" | "config">,
  actorId: string | null,
  id: string,
): Promise<ModifiedAnswer & { role?: SignUpRole }> {
  const revoke = async (tx: Executor) => {
    // Lock every admin first: if two admins revoke each other, the second is no longer an admin and is refused.
    const admins = await lockSoon(tx, () => lockAdmins(tx));
    if (actorId !== null && !admins.includes(actorId)) throw new AppError("not_allowed");
    const account = await lockSoon(tx, () => lockAccount(tx, id));
    if (!account) throw noSuchAccount();
    if (account.role !== "admin") return refused(`${account.name} is not an admin.`);
    if (id === actorId)
      return refused("You cannot revoke your own admin role. Ask another admin to do it.");
    if (admins.length === 1) return refused(`${account.name} is the last admin.`);
    const role = (await rolesBeforeAdmin(tx, [id])).get(id) ?? "Buyer";
    await setRole(tx, id, role);
    await recordAudit(tx, {
      actorId,
      action: "user.remove_admin",
      subjectId: id,
      details: { becomes: role },
    });
    await queueEmail(tx, {
      kind: "admin.revoked",
      to: account.email,
      ...adminRevokedEmail(deps.config, { name: account.name, role }),
    });
    return { modifiedCount: 1, role };
  };
  return patiently(accountIsUpdated, () => deps.db.transaction(revoke));
}

/** Each admin's previous role, by account. An account that was created as an admin becomes a buyer. */
export async function rolesBeforeAdmin(
  executor: Executor,
  ids: string[],
): Promise<Map<string, SignUpRole>> {
  const before = await listRolesBefore(executor, "user.make_admin", ids);
  return new Map(ids.map((id) => [id, before.get(id) === "Seller" ? "Seller" : "Buyer"]));
}

function refused(message: string): ModifiedAnswer {
  return { modifiedCount: 0, message };
}
