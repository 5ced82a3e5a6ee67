import { randomBytes, randomUUID } from "node:crypto";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { findIdentityByEmail, insertPasswordIdentity } from "#server/identity/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findAccountByEmail, insertAccount } from "#server/accounts/public.ts";
import { makeAdmin } from "./make-admin.ts";
import { revokeAdmin } from "./revoke-admin.ts";

/** What came of a command, in words for the terminal. */
export type CommandOutcome = { done: boolean; message: string };

/** Makes the account with this email an admin; where there is none, makes one with a password that is said once. */
export async function addAdmin(deps: { db: Database }, email: string): Promise<CommandOutcome> {
  const account = await findAccountByEmail(deps.db, email);
  if (!account) return createAdmin(deps, email);
  const { modifiedCount, message } = await makeAdmin(deps, null, account.id);
  if (modifiedCount === 0) return { done: account.role === "admin", message: message ?? "" };
  const warning = warningOf(await findIdentityByEmail(deps.db, email));
  return { done: true, message: `${email} is an admin now.${warning}` };
}

async function createAdmin({ db }: { db: Database }, email: string): Promise<CommandOutcome> {
  const known = await findIdentityByEmail(db, email);
  // The seed's password rules want an uppercase letter, a digit and a sign; the rest is random.
  const password = `M1!${randomBytes(15).toString("base64url")}`;
  await db.transaction(async (tx) => {
    const id = randomUUID();
    const name = known?.name ?? email.split("@")[0] ?? email;
    const identityId = known?.id ?? (await insertPasswordIdentity(tx, { name, email, password }));
    await insertAccount(tx, { id, identityId, name, email, role: "admin" });
    await recordAudit(tx, {
      actorId: null,
      action: "user.make_admin",
      subjectId: id,
      details: { was: null },
    });
  });
  if (known)
    return {
      done: true,
      message: `${email} is an admin now and signs in as before.${warningOf(known)}`,
    };
  return {
    done: true,
    message: `${email} is an admin now. Password, shown only this once: ${password}`,
  };
}

/** Anybody can sign up with anybody's address: whoever runs the shop is told where nobody has shown that it is theirs. */
function warningOf(known: { isConfirmed: boolean } | null): string {
  return known?.isConfirmed
    ? ""
    : " The address was never confirmed: make sure that it was they who signed up with it.";
}

/** Makes an admin what they were before; never the last one. */
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
