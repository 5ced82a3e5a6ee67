import type { DeletionAnswer, DeleteOwnBody } from "#shared/accounts/own-data-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { hasPassword, requireOwner } from "#server/identity/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  inAccountTurn,
  lockAccount,
  lockAdmins,
  type AccountFacts,
} from "#server/accounts/public.ts";
import { inErasureTurn } from "#server/privacy/public.ts";
import { afterEnd, endAccount, whyNotEnd } from "./end-account.ts";
import { farewellEmail } from "./farewell-email.ts";

type OwnDeps = Pick<Deps, "db" | "config" | "catalogue" | "erasePayer" | "images" | "log">;

/** Whether the viewer can delete their account now, or why not, and whether it takes the password or the email. */
export async function readDeletion(
  deps: Pick<Deps, "db" | "config">,
  viewer: Viewer,
): Promise<DeletionAnswer> {
  const message = await inAccountTurn(deps.db, viewer.accountId, async (tx) =>
    whyNotLeave(tx, deps, await lockOwn(tx, viewer)),
  );
  const proof = (await hasPassword(deps.db, viewer.identityId)) ? "password" : "email";
  return { isPossible: message === null, message, proof };
}

/**
 * Deletes the viewer's own account after reauthentication. Refused while a hold, a sale or a payment is open, and for the
 * last admin.
 * @throws AppError wrong_password, invalid_input or reauthentication_required if reauthentication fails, too_many_requests
 */
export async function deleteOwnAccount(
  deps: OwnDeps,
  viewer: Viewer,
  from: { ip: string; knownDevice?: string | null },
  body: DeleteOwnBody,
): Promise<DeletedAnswer> {
  await requireOwner(deps, { ...viewer, ...from }, body);
  const message = await inErasureTurn(deps.db, async (tx) => {
    const account = await lockOwn(tx, viewer);
    const refusal = await whyNotLeave(tx, deps, account);
    if (refusal !== null) return refusal;
    await endAccount(tx, deps, account);
    await recordAudit(tx, {
      actorId: account.id,
      action: "account.delete",
      subjectId: account.id,
      details: { was: account.role },
    });
    // Without a mail server, emails are only stored, and this one would store the address.
    if (deps.config.SMTP_URL) await queueEmail(tx, farewellEmail(deps.config, account.email));
    return null;
  });
  if (message !== null) return { deletedCount: 0, message };
  await afterEnd(deps);
  return { deletedCount: 1 };
}

async function lockOwn(tx: Executor, viewer: Viewer): Promise<AccountFacts & { admins: number }> {
  // Lock all admins first, in a fixed order, so that the last two cannot delete their accounts at the same time.
  const admins = viewer.role === "admin" ? (await lockSoon(tx, () => lockAdmins(tx))).length : 0;
  const account = await lockSoon(tx, () => lockAccount(tx, viewer.accountId));
  if (!account) throw new AppError("token_invalid");
  return { ...account, admins };
}

async function whyNotLeave(
  tx: Executor,
  deps: Pick<Deps, "config">,
  account: AccountFacts & { admins: number },
): Promise<string | null> {
  // If the role changed after the token was read, `admins` is 0: the admins were not counted.
  if (account.role === "admin" && account.admins <= 1)
    return "You are the last admin. Make someone else an admin first.";
  return whyNotEnd(tx, deps, account, "owner");
}
