import { setImmediate } from "node:timers/promises";
import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { readStoredSearch } from "./read-search.ts";
import { listSavedSearchRows } from "./saved-search-store.ts";

/** The viewer's saved searches, the latest first, with the number of cars that match each now. */
export async function listSavedSearches(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  { accountId }: Pick<Viewer, "accountId">,
): Promise<SavedSearch[]> {
  const saved: SavedSearch[] = [];
  for (const row of await listSavedSearchRows(db, accountId)) {
    const { parts, total, newCount } = catalogue.describeSearch(
      readStoredSearch(row.search),
      row.seenAt,
    );
    saved.push({
      _id: row.id,
      name: row.name,
      search: row.search,
      parts,
      total,
      newCount,
      seenAt: row.seenAt.toISOString(),
      emailsOn: row.emailsOn,
      createdAt: row.createdAt.toISOString(),
    });
    // Other requests are answered between two searches.
    await setImmediate();
  }
  return saved;
}
