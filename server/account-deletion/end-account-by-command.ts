import type { Role } from "#shared/accounts/account.ts";
import { recordAudit } from "#server/audit/public.ts";
import { endHolds } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { closeIdentity } from "#server/identity/public.ts";
import { withdrawListingsOfSeller } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { findAccountByEmail, lockAccount, setRole } from "#server/accounts/public.ts";
import { lockErasures } from "#server/privacy/public.ts";
import { endAccount, whyNotEnd } from "./end-account.ts";

/** The result. `closed`: the account cannot be deleted yet, for this reason, but no one can sign in to it. */
export type EndedAccount = { email: string; name: string } & (
  { outcome: "deleted" } | { outcome: "closed"; reason: string }
);

/**
 * Removes an account on behalf of the operator: withdraws its cars and ends their unpaid holds. If a sale or a payment is
 * open, only the sign-in and the admin role are removed and the records stay; running the command again after that
 * deletes the account. Returns null if there is no such account.
 */
export async function endAccountByCommand(
  tx: Executor,
  deps: Pick<Deps, "config" | "erasePayer">,
  email: string,
): Promise<EndedAccount | null> {
  await lockErasures(tx);
  const named = await findAccountByEmail(tx, email);
  const account = named && (await lockAccount(tx, named.id));
  if (!account) return null;
  const { id, name, role: was } = account;
  await withdrawListingsOfSeller(tx, id);
  // Otherwise a buyer could still pay for a car whose seller cannot sign in.
  await endHolds(tx, deps, { sellerId: id }, "cancelled", {
    actorId: null,
    why: "the operator removed the seller",
  });
  const reason = await whyNotEnd(tx, deps, account, "admin");
  if (reason === null) {
    await endAccount(tx, deps, account);
    await recordRemoval(tx, id, { outcome: "deleted", was });
    return { email, name, outcome: "deleted" };
  }
  if (was === "admin") await setRole(tx, id, "Buyer");
  const { identityId } = account;
  if (identityId !== null && (await closeIdentity(tx, identityId)))
    await recordRemoval(tx, id, { outcome: "closed", was });
  return { email, name, outcome: "closed", reason };
}

async function recordRemoval(
  tx: Executor,
  subjectId: string,
  details: { outcome: EndedAccount["outcome"]; was: Role },
): Promise<void> {
  await recordAudit(tx, { actorId: null, action: "demo.remove", subjectId, details });
}
