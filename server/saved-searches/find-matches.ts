import { setImmediate } from "node:timers/promises";
import type { Search } from "#shared/search/search-filters.ts";
import {
  type ListingEdit,
  type ListingRow,
  readChangedListings,
  readListingEdits,
  readListingRows,
  rowMatcher,
  statusOf,
} from "#server/catalogue/public.ts";
import { listRelisted, readSaleChanges } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import { decideNews } from "./decide-news.ts";
import {
  insertFound,
  listRepriced,
  readKnownMatches,
  readPriceHistories,
  readProgress,
  writeProgress,
} from "./match-store.ts";
import { readStoredSearch } from "./read-search.ts";
import { listWatchedSearches } from "./saved-search-store.ts";

const pageSize = 200;
/** Cars stored for one saved search in one run. A larger number comes from an import, and is no use in an email. */
const mostPerRun = 100;

type MatchDeps = Pick<Deps, "db" | "catalogue" | "config">;
type Page = Awaited<ReturnType<typeof listWatchedSearches>>;

/**
 * Finds what is new for the saved searches: compares the cars that changed since the last run with every search that
 * sends emails, and stores those to announce. Only one process may run it at a time. After a crash, the next run repeats
 * what this one did, which changes nothing.
 */
export async function findMatches(deps: MatchDeps): Promise<void> {
  const { db, catalogue } = deps;
  const progress = await readProgress(db);
  const since = progress?.since ?? firstTransaction;
  const { snapshot, changes } = await readChangedListings(db, since);
  // After the feed was read, so that the catalog has each of these changes.
  await catalogue.refresh();
  // Without progress, changes may be missing from the feed, so every car is compared.
  const changed = progress ? [...new Set(changes.map(({ listingId }) => listingId))] : null;
  if (changed === null || changed.length > 0) await compare(deps, changed, since);
  // One run is repeated, for searches that were being saved while it ran.
  await writeProgress(db, { since: progress?.latest ?? snapshot, latest: snapshot });
}

// Later than every transaction, so that nothing is read.
const firstTransaction = "18446744073709551615";

async function compare(deps: MatchDeps, changed: string[] | null, since: string): Promise<void> {
  const repriced = await listRepriced(deps.db, changed);
  const relisted = await listRelisted(deps.db, changed);
  const editsOf = await readEdits(deps, since);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page = await listWatchedSearches(deps.db, after, pageSize);
    if (page.length > 0) await comparePage(deps, page, { changed, repriced, relisted, editsOf });
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

/** When edits since a time made cars match a search that they did not match before, by car. */
type EditsOf = (search: Search, since: Date, ids: readonly string[]) => Map<string, Date>;

async function readEdits({ db, config, catalogue }: MatchDeps, since: string): Promise<EditsOf> {
  const edits = await readListingEdits(db, since);
  const rows = await readListingRows(db, [...new Set(edits.map(({ listingId }) => listingId))]);
  const now = new Map(rows.map((row) => [row.id, row]));
  // Each car as it is, too, so that words are read the same way for both states.
  const match = rowMatcher(config.CURRENCY, catalogue.rater(), [
    ...rows.map((row) => ({ key: row.id, row })),
    ...statesBefore(edits, now),
  ]);
  return (search, from, ids) => {
    const wanted = new Set(ids);
    const first = new Map<string, (typeof edits)[number]>();
    for (const edit of edits)
      if (edit.at >= from && wanted.has(edit.listingId) && !first.has(edit.listingId))
        first.set(edit.listingId, edit);
    if (first.size === 0) return new Map();
    const matching = match(search);
    return new Map(
      [...first]
        .filter(([listingId, { id }]) => matching.has(listingId) && !matching.has(String(id)))
        .map(([listingId, { at }]) => [listingId, at]),
    );
  };
}

/** Each car as it was before each of its edits, by the edit's id. Edits tell only a part, so they are taken back in turn. */
function statesBefore(edits: readonly ListingEdit[], now: ReadonlyMap<string, ListingRow>) {
  const states = new Map(now);
  return edits.toReversed().flatMap(({ id, listingId, before }) => {
    const after = states.get(listingId);
    if (!after) return [];
    const row = { ...after, ...before };
    states.set(listingId, row);
    return { key: String(id), row };
  });
}

type Changes = {
  changed: string[] | null;
  repriced: ReadonlySet<string>;
  relisted: ReadonlySet<string>;
  editsOf: EditsOf;
};

async function comparePage(
  { db, catalogue }: MatchDeps,
  page: Page,
  { changed, repriced, relisted, editsOf }: Changes,
): Promise<void> {
  const knownMatches = await readKnownMatches(
    db,
    page.map(({ id }) => id),
    changed,
  );
  const matched: { search: Page[number]; ids: string[]; edited: Map<string, Date> }[] = [];
  for (const search of page) {
    const since = search.watchedSince;
    const query = readStoredSearch(search.search);
    const matches = catalogue.matchingCars(query, changed);
    const older = matches.filter(({ listedAt }) => listedAt < since.getTime()).map(({ id }) => id);
    const edited = editsOf(query, since, older);
    for (const id of older) {
      const editedAt = knownMatches.get(`${search.id} ${id}`)?.editedAt;
      if (editedAt) edited.set(id, editedAt);
    }
    const ids = matches
      .filter(({ id, listedAt }) => {
        const isListedLater = listedAt >= since.getTime();
        return isListedLater || repriced.has(id) || relisted.has(id) || edited.has(id);
      })
      .map(({ id }) => id);
    if (ids.length > 0) matched.push({ search, ids, edited });
    // Requests are answered between two searches.
    await setImmediate();
  }
  const cars = await readCars(db, [...new Set(matched.flatMap(({ ids }) => ids))]);
  for (const { search, ids, edited } of matched) {
    const { id: searchId, watchedSince } = search;
    const news = ids.filter((id) => {
      const car = cars.get(id);
      if (!car) return false;
      const announcedPriceMinor =
        knownMatches.get(`${searchId} ${id}`)?.announcedPriceMinor ?? null;
      const editedAt = edited.get(id) ?? null;
      return decideNews({ ...car, watchedSince, announcedPriceMinor, editedAt });
    });
    const newMatches = news
      .slice(0, mostPerRun)
      .map((id) => ({ searchId, listingId: id, editedAt: edited.get(id) ?? null }));
    await insertFound(db, newMatches);
  }
}

/** The facts of those cars that can be booked. */
async function readCars(db: Deps["db"], ids: string[]) {
  const cars = new Map<
    string,
    Omit<Parameters<typeof decideNews>[0], "watchedSince" | "announcedPriceMinor" | "editedAt">
  >();
  for (let at = 0; at < ids.length; at += 1_000) {
    const some = ids.slice(at, at + 1_000);
    const histories = await readPriceHistories(db, some);
    const saleChanges = await readSaleChanges(db, some);
    for (const row of await readListingRows(db, some))
      if (statusOf(row) === "available" && !row.isSellerDeleted)
        cars.set(row.id, {
          listedAt: row.createdAt,
          priceMinor: row.resalePriceMinor,
          history: histories.get(row.id) ?? [],
          saleChanges: saleChanges.get(row.id) ?? [],
        });
  }
  return cars;
}
