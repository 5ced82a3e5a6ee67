import { setImmediate } from "node:timers/promises";
import { readChangedListings, readListingRows, statusOf } from "#server/catalogue/public.ts";
import type { Deps } from "#server/deps.ts";
import { decideNews } from "./decide-news.ts";
import {
  insertFound,
  listRepriced,
  readAnnounced,
  readPriceHistories,
  readProgress,
  writeProgress,
} from "./match-store.ts";
import { readStoredSearch } from "./read-search.ts";
import { listWatchedSearches } from "./saved-search-store.ts";

const pageSize = 200;
/** Cars stored for one saved search in one run. A larger number comes from an import, and is no use in an email. */
const mostPerRun = 100;

type MatchDeps = Pick<Deps, "db" | "catalogue">;
type Page = Awaited<ReturnType<typeof listWatchedSearches>>;

/**
 * Finds what is new for the saved searches: compares the cars that changed since the last run with every search that
 * sends emails, and stores those to announce. Only one process may run it at a time. After a crash, the next run repeats
 * what this one did, which changes nothing.
 */
export async function findMatches(deps: MatchDeps): Promise<void> {
  const { db, catalogue } = deps;
  const progress = await readProgress(db);
  const { snapshot, changes } = await readChangedListings(db, progress?.since ?? firstTransaction);
  // After the feed was read, so that the catalogue has each of these changes.
  await catalogue.refresh();
  // Without progress, changes may be missing from the feed, so every car is compared.
  const changed = progress ? [...new Set(changes.map(({ listingId }) => listingId))] : null;
  if (changed === null || changed.length > 0) await compare(deps, changed);
  // One run is repeated, for searches that were being saved while it ran.
  await writeProgress(db, { since: progress?.latest ?? snapshot, latest: snapshot });
}

// Later than every transaction, so that nothing is read.
const firstTransaction = "18446744073709551615";

async function compare(deps: MatchDeps, changed: string[] | null): Promise<void> {
  const repriced = await listRepriced(deps.db, changed);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page = await listWatchedSearches(deps.db, after, pageSize);
    if (page.length > 0) await comparePage(deps, page, { changed, repriced });
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function comparePage(
  { db, catalogue }: MatchDeps,
  page: Page,
  { changed, repriced }: { changed: string[] | null; repriced: ReadonlySet<string> },
): Promise<void> {
  const matched: { search: Page[number]; ids: string[] }[] = [];
  for (const search of page) {
    const since = search.watchedSince.getTime();
    const ids = catalogue
      .matchingCars(readStoredSearch(search.search), changed)
      .filter(({ id, listedAt }) => listedAt >= since || repriced.has(id))
      .map(({ id }) => id);
    if (ids.length > 0) matched.push({ search, ids });
    // Requests are answered between two searches.
    await setImmediate();
  }
  const cars = await readCars(db, [...new Set(matched.flatMap(({ ids }) => ids))]);
  const announced = await readAnnounced(
    db,
    matched.map(({ search }) => search.id),
  );
  for (const { search, ids } of matched) {
    const news = ids.filter((id) => {
      const car = cars.get(id);
      if (!car) return false;
      const announcedPriceMinor = announced.get(`${search.id} ${id}`) ?? null;
      return decideNews({ ...car, watchedSince: search.watchedSince, announcedPriceMinor });
    });
    const found = news.slice(0, mostPerRun).map((id) => ({ searchId: search.id, listingId: id }));
    await insertFound(db, found);
  }
}

/** The facts of those cars that can be booked. */
async function readCars(db: Deps["db"], ids: string[]) {
  const cars = new Map<
    string,
    Omit<Parameters<typeof decideNews>[0], "watchedSince" | "announcedPriceMinor">
  >();
  for (let at = 0; at < ids.length; at += 1_000) {
    const some = ids.slice(at, at + 1_000);
    const histories = await readPriceHistories(db, some);
    for (const row of await readListingRows(db, some))
      if (statusOf(row) === "available" && !row.isSellerDeleted)
        cars.set(row.id, {
          listedAt: row.createdAt,
          priceMinor: row.resalePriceMinor,
          history: histories.get(row.id) ?? [],
        });
  }
  return cars;
}
