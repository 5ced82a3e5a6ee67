import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { SavedSearchChanges } from "#shared/saved-searches/saved-search-contract.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { deleteSavedSearch, updateSavedSearch } from "./saved-search-store.ts";
import { withdrawQueuedEmail } from "./withdraw-queued-email.ts";

/**
 * Renames one of the viewer's saved searches, turns its emails on or off, or marks its cars as seen. Turning emails off
 * also withdraws one that is queued.
 * @throws AppError not_found
 */
export async function changeSavedSearch(
  deps: Pick<Deps, "db" | "config">,
  { accountId }: Pick<Viewer, "accountId">,
  { id, ...changes }: { id: string } & SavedSearchChanges,
): Promise<ModifiedAnswer> {
  if (!isId(id)) throw noSuchSavedSearch();
  await withLockedAccount(deps.db, accountId, async (tx) => {
    if (changes.emailsOn === false)
      await withdrawQueuedEmail(tx, deps, { accountId, searchId: id });
    if (!(await updateSavedSearch(tx, { id, accountId }, changes))) throw noSuchSavedSearch();
  });
  return { modifiedCount: 1 };
}

/** Deletes one of the viewer's saved searches, and its queued email. @throws AppError not_found */
export async function removeSavedSearch(
  deps: Pick<Deps, "db" | "config">,
  { accountId }: Pick<Viewer, "accountId">,
  id: string,
): Promise<DeletedAnswer> {
  if (!isId(id)) throw noSuchSavedSearch();
  await withLockedAccount(deps.db, accountId, async (tx) => {
    await withdrawQueuedEmail(tx, deps, { accountId, searchId: id });
    if (!(await deleteSavedSearch(tx, { id, accountId }))) throw noSuchSavedSearch();
  });
  return { deletedCount: 1 };
}

function isId(id: string): boolean {
  return z.uuid().safeParse(id).success;
}

function noSuchSavedSearch(): AppError {
  const message = "You have no such saved search.";
  return new AppError("not_found", { message, fields: { id: message } });
}
