import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import { signAccessToken } from "./access-token.ts";
import type { Identity, IdentitySession } from "../identity.ts";
import { findAccountIdOf } from "./viewer-store.ts";

/**
 * Exchanges the browser's session for an access token.
 * @throws AppError not_allowed for another user's email, account_missing if the sign-up stopped before POST /users
 */
export async function issueToken(
  deps: { db: Database; identity: Identity },
  session: IdentitySession,
  email: string,
  now: Date,
) {
  if (session.email !== email) throw new AppError("not_allowed");
  const accountId = await findAccountIdOf(deps.db, session.identityId);
  if (accountId === null) throw new AppError("account_missing");
  return signAccessToken(deps.identity.tokenKey, { accountId, sessionId: session.sessionId }, now);
}
