import { createHash, randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { SaveSearchAnswer } from "#shared/saved-searches/saved-search-contract.ts";
import { mostSavedSearches } from "#shared/saved-searches/saved-search-limit.ts";
import { suggestName } from "#shared/saved-searches/suggest-name.ts";
import { searchParameters } from "#shared/search/search-filters.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { readSearch } from "./read-search.ts";
import { insertSavedSearch, listSavedSearchRows } from "./saved-search-store.ts";

/**
 * Saves a search for the viewer. A search for the same cars in other words is the same one, and is not saved twice.
 * @throws AppError invalid_input if a parameter is unknown or not valid
 */
export async function saveSearch(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  { accountId }: Pick<Viewer, "accountId">,
  given: { search: string; name?: string | undefined },
): Promise<SaveSearchAnswer> {
  const search = readSearch(given.search);
  const described = catalogue.describeSearch(search, new Date());
  const key = createHash("sha256").update(described.key).digest("base64url");
  return withLockedAccount(db, accountId, async (tx, account) => {
    // Locked, so that two calls cannot save the same search or both take the last place.
    if (!account) throw new AppError("token_invalid");
    const saved = await listSavedSearchRows(tx, accountId);
    const same = saved.find((one) => one.key === key);
    if (same)
      return {
        acknowledged: false,
        name: same.name,
        message: `You already saved this search as “${same.name}”.`,
      };
    if (saved.length >= mostSavedSearches)
      return {
        acknowledged: false,
        message: `You can save at most ${mostSavedSearches} searches. Delete one to save another.`,
      };
    const id = randomUUID();
    const name = given.name ?? suggestName(described.parts);
    await insertSavedSearch(tx, {
      id,
      accountId,
      name,
      search: searchParameters(search).toString(),
      key,
    });
    return { acknowledged: true, insertedId: id, name };
  });
}
