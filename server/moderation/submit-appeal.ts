import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertAppeal } from "./appeal-store.ts";
import { findModerationAction } from "./own-moderation-action-store.ts";

/**
 * Appeals a removal or suspension. Each can be appealed once.
 * @throws AppError not_found if there is no such moderation action against the viewer
 */
export async function submitAppeal(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  { actionId, text }: { actionId: string; text: string },
): Promise<CreatedAnswer> {
  const id = randomUUID();
  const refusal = await withLockedAccount(db, viewer.accountId, async (tx, seller) => {
    // The action cannot be overturned at the same time, because that locks the account too.
    const action = seller && (await findModerationAction(tx, actionId));
    if (action?.sellerId !== viewer.accountId) throw noSuchAction();
    if (action.endedAt !== null) return "This was already reversed, so there is nothing to appeal.";
    return (await insertAppeal(tx, { id, actionId, text })) ? null : "You have appealed already.";
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  return { acknowledged: true, insertedId: id };
}

function noSuchAction(): AppError {
  const message = "There is no such moderation action.";
  return new AppError("not_found", { message, fields: { actionId: message } });
}
