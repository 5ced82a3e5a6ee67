import type { SignUpRole } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { listRolesBefore, recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { noSuchAccount, lockAccount, lockAdmins, setRole } from "#server/accounts/public.ts";
import { adminRevokedEmail } from "./admin-revoked-email.ts";

/**
 * Takes the role of admin from an account, which is what it was before again: by another admin (`actorId`) or the
 * command line (null). Never the last admin. It holds from the next call on, for the role is read at each.
 * @throws AppError not_found; not_allowed where the actor has just lost the role, too
 */
export async function revokeAdmin(
  deps: Pick<Deps, "db" | "config">,
  actorId: string | null,
  id: string,
): Promise<ModifiedAnswer & { role?: SignUpRole }> {
  return deps.db.transaction(async (tx) => {
    // Every admin is locked first: of two who revoke each other, the second finds that they are none any more.
    const admins = await lockAdmins(tx);
    if (actorId !== null && !admins.includes(actorId)) throw new AppError("not_allowed");
    const account = await lockAccount(tx, id);
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
  });
}

/** What each of these admins was before, by account. An account that was made as an admin was nothing: it becomes a buyer. */
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
