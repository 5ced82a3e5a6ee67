import { randomUUID } from "node:crypto";
import type { CreateUserBody } from "#shared/accounts/account-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { claimImage } from "#server/images/public.ts";
import { hasPassword, type IdentitySession } from "#server/identity/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { violatedConstraint } from "#server/platform/database/database.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findAccountOfIdentity, insertAccount, setPhoto } from "#server/accounts/public.ts";

/**
 * The last step of a sign-up: creates the marketplace account of the signed-in identity, with its email and picture.
 * Calling it again returns the same id and changes nothing, including the role, so an interrupted sign-up is finished
 * by signing in and calling this. An identity from a third-party provider becomes a buyer.
 * @throws AppError invalid_input if the identity's picture cannot be kept, conflict if its email has another account
 */
export async function registerAccount(
  deps: { db: Database; config: Config },
  session: IdentitySession,
  body: CreateUserBody,
): Promise<CreatedAnswer> {
  const account = await findAccountOfIdentity(deps.db, session.identityId);
  if (account) return { acknowledged: true, insertedId: account.id };
  try {
    return await insertOnce(deps, session, body);
  } catch (error) {
    if (violatedConstraint(error) !== "account_email_unique") throw error;
    // Of two identical calls at once, PostgreSQL may report the email of the second before its identity.
    const first = await findAccountOfIdentity(deps.db, session.identityId);
    if (!first) throw new AppError("conflict", { message: "This email already has an account." });
    return { acknowledged: true, insertedId: first.id };
  }
}

function insertOnce(
  deps: { db: Database; config: Config },
  session: IdentitySession,
  body: CreateUserBody,
): Promise<CreatedAnswer> {
  return deps.db.transaction(async (tx) => {
    const id = randomUUID();
    const account = {
      id,
      identityId: session.identityId,
      name: body.name,
      email: session.email,
      role: (await hasPassword(tx, session.identityId)) ? body.role : ("Buyer" as const),
    };
    if (await insertAccount(tx, account)) {
      if (session.image !== null)
        await setPhoto(tx, id, await claimImage(tx, deps.config, session.image));
      return { acknowledged: true, insertedId: id };
    }
    // An identical call came at the same time and was first.
    const first = await findAccountOfIdentity(tx, session.identityId);
    return { acknowledged: true, insertedId: first?.id };
  });
}
