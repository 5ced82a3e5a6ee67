import { randomBytes, randomUUID } from "node:crypto";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { findIdentityByEmail, insertPasswordIdentity } from "#server/identity/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findAccountByEmail, insertAccount } from "#server/accounts/public.ts";
import { makeAdmin } from "./make-admin.ts";
import { revokeAdmin } from "./revoke-admin.ts";

/** The result of a command, with a message for the terminal. */
export type CommandOutcome = { done: boolean; message: string };

/** Makes the account with this email an admin. If there is none, creates one with a password that is shown once. */
export async function addAdmin(deps: { db: Database }, email: string): Promise<CommandOutcome> {
  const account = await findAccountByEmail(deps.db, email);
  if (!account) return createAdmin(deps, email);
  const { modifiedCount, message } = await makeAdmin(deps, null, account.id);
  if (modifiedCount === 0) return { done: account.role === "admin", message: message ?? "" };
  const warning = warningOf(await findIdentityByEmail(deps.db, email));
  return { done: true, message: `${email} is an admin now.${warning}` };
}

async function createAdmin({ db }: { db: Database }, email: string): Promise<CommandOutcome> {
  const identity = await findIdentityByEmail(db, email);
  // The password rules require an uppercase letter, a digit and a special character; the rest is random.
  const password = `M1!${randomBytes(15).toString("base64url")}`;
  await db.transaction(async (tx) => {
    const id = randomUUID();
    const name = identity?.name ?? email.split("@")[0] ?? email;
    const identityId =
      identity?.id ?? (await insertPasswordIdentity(tx, { name, email, password }));
    await insertAccount(tx, { id, identityId, name, email, role: "admin" });
    await recordAudit(tx, {
      actorId: null,
      action: "user.make_admin",
      subjectId: id,
      details: { was: null },
    });
  });
  if (identity)
    return {
      done: true,
      message: `${email} is an admin now and signs in as before.${warningOf(identity)}`,
    };
  return {
    done: true,
    message: `${email} is an admin now. Password, shown only this once: ${password}`,
  };
}

/** Anyone can sign up with any address, so warn the operator if it was never confirmed. */
function warningOf(identity: { isConfirmed: boolean } | null): string {
  return identity?.isConfirmed
    ? ""
    : " The address was never confirmed: make sure that it was they who signed up with it.";
}

/** Restores an admin's previous role. Never removes the last admin. */
export async function removeAdmin(
  deps: Pick<Deps, "db" | "config">,
  email: string,
): Promise<CommandOutcome> {
  const account = await findAccountByEmail(deps.db, email);
  if (!account) return { done: false, message: `${email} is not an admin.` };
  const { role, message } = await revokeAdmin(deps, null, account.id);
  return role
    ? { done: true, message: `${email} is a ${role.toLowerCase()} now.` }
    : { done: false, message: message ?? "" };
}
