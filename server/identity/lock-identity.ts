import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { hasSession, lockIdentityForUpdate } from "./factor-store.ts";

/** An identity whose way to sign in changes, and the session that requested it, if any. */
export type IdentityToLock = { identityId: string; sessionId?: string };

/**
 * Locks an identity before its way to sign in changes. Fails if the session has ended by then: otherwise an attacker's
 * passkey could slip in right after a new password ended the attacker's session.
 * @returns whether the address is confirmed @throws AppError not_signed_in
 */
export async function lockIdentityForChange(
  tx: Executor,
  { identityId, sessionId }: IdentityToLock,
): Promise<{ isConfirmed: boolean }> {
  const identity = await lockIdentityForUpdate(tx, identityId);
  const hasEnded = sessionId !== undefined && !(await hasSession(tx, { identityId, sessionId }));
  if (!identity || hasEnded) throw new AppError("not_signed_in");
  return identity;
}
