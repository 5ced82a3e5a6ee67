import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { SavedSearchChanges } from "#shared/saved-searches/saved-search-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { deleteSavedSearch, updateSavedSearch } from "./saved-search-store.ts";

/**
 * Renames one of the viewer's saved searches, turns its emails on or off, or marks its cars as seen.
 * @throws AppError not_found
 */
export async function changeSavedSearch(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
  { id, ...changes }: { id: string } & SavedSearchChanges,
): Promise<ModifiedAnswer> {
  if (!isId(id) || !(await updateSavedSearch(db, { id, accountId }, changes)))
    throw noSuchSavedSearch();
  return { modifiedCount: 1 };
}

/** Deletes one of the viewer's saved searches. @throws AppError not_found */
export async function removeSavedSearch(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
  id: string,
): Promise<DeletedAnswer> {
  if (!isId(id) || !(await deleteSavedSearch(db, { id, accountId }))) throw noSuchSavedSearch();
  return { deletedCount: 1 };
}

function isId(id: string): boolean {
  return z.uuid().safeParse(id).success;
}

function noSuchSavedSearch(): AppError {
  const message = "You have no such saved search.";
  return new AppError("not_found", { message, fields: { id: message } });
}
