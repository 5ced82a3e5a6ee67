import type { Deps } from "#server/deps.ts";
import { deleteUnsentEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readLastEmail, undoLastEmail } from "./match-store.ts";

/**
 * Deletes the last email to an account if it is about this search, or about any without one, and was not sent yet. Call
 * it before the search is deleted, with the account locked. What the email said about other searches is announced again.
 * In a demo without a mail server, emails are read in the outbox, so they stay.
 */
export async function withdrawQueuedEmail(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  scope: { accountId: string; searchId?: string },
): Promise<void> {
  if (config.demo && config.SMTP_URL === undefined) return;
  const emailId = await readLastEmail(tx, scope);
  if (emailId !== null && (await deleteUnsentEmail(tx, emailId)))
    await undoLastEmail(tx, scope.accountId, emailId);
}
