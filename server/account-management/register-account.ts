import { randomUUID } from "node:crypto";
import type { CreateUserBody } from "#shared/accounts/account-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { claimImage } from "#server/images/public.ts";
import { hasPassword, type IdentitySession } from "#server/identity/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { violatedConstraint } from "#server/platform/database/constraint-violation.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findAccountOfIdentity, insertAccount, setPhoto } from "#server/accounts/public.ts";

/**
 * The last step of a sign-up: the shop's record of the signed-in identity, whose email and picture it takes. Asked
 * again it answers the same id and changes nothing, the role least of all. So a sign-up that broke off is finished by
 * signing in with the same password and calling this. Who came by another provider becomes a buyer.
 * @throws AppError invalid_input where the identity's picture cannot be kept, conflict where its email has an account
 */
export async function registerAccount(
  deps: { db: Database; config: Config },
  session: IdentitySession,
  body: CreateUserBody,
): Promise<CreatedAnswer> {
  const known = await findAccountOfIdentity(deps.db, session.identityId);
  if (known) return { acknowledged: true, insertedId: known.id };
  return deps.db.transaction(async (tx) => {
    const id = randomUUID();
    const account = {
      id,
      identityId: session.identityId,
      name: body.name,
      email: session.email,
      role: (await hasPassword(tx, session.identityId)) ? body.role : ("Buyer" as const),
    };
    if (await insertAccount(tx, account).catch(emailTaken)) {
      if (session.image !== null)
        await setPhoto(tx, id, await claimImage(tx, deps.config, session.image));
      return { acknowledged: true, insertedId: id };
    }
    // The same call came twice at once, and the other was first.
    const first = await findAccountOfIdentity(tx, session.identityId);
    return { acknowledged: true, insertedId: first?.id };
  });
}

function emailTaken(error: unknown): never {
  if (violatedConstraint(error) === "account_email_unique")
    throw new AppError("conflict", { message: "This email already has an account." });
  throw error;
}
