import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { hasSession, lockPerson } from "./factor-store.ts";

/** Whose way to sign in is changed, and by which session where one asks for it. */
export type HeldPerson = { identityId: string; sessionId?: string };

/**
 * Begins a change to how somebody signs in. What others change meanwhile waits for it, and a session that was ended
 * before has no say any more: otherwise a stranger's passkey could slip in behind a new password that has just ended
 * their session.
 * @returns whether their address is confirmed @throws AppError not_signed_in
 */
export async function holdPerson(
  tx: Executor,
  { identityId, sessionId }: HeldPerson,
): Promise<{ isConfirmed: boolean }> {
  const person = await lockPerson(tx, identityId);
  const hasEnded = sessionId !== undefined && !(await hasSession(tx, { identityId, sessionId }));
  if (!person || hasEnded) throw new AppError("not_signed_in");
  return person;
}
