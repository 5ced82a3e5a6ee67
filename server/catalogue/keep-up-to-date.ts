import type { FastifyBaseLogger } from "fastify";
import type { Executor, OpenDatabase } from "#server/platform/database/database.ts";
import { readAllListings } from "./all-listings-store.ts";
import { carReader } from "./car.ts";
import type { CarIndex } from "./car-index.ts";
import {
  readDepartures,
  readFeed,
  readLastChanges,
  readListingsById,
  readSnapshot,
  type Feed,
  type FeedPosition,
} from "./catalogue-store.ts";
import { followFeed } from "./follow-feed.ts";
import { rateCars } from "./rate-cars.ts";
import type { PriceRater, RaterSource } from "./price-rating.ts";

// Changes are kept for a day; a reader that was disconnected for longer reloads the catalog.
const tooLongAgo = 12 * 3_600_000;
const oneView = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/**
 * Reads every listing into the index and follows the changes until stopped. `search` is called once they are read, so
 * that the first visitor does not wait for what searches sort.
 */
export function keepUpToDate(
  deps: OpenDatabase & { log: FastifyBaseLogger; ratings: RaterSource },
  index: CarIndex,
  search: () => void,
): {
  loaded: Promise<void>;
  position: () => FeedPosition;
  rater: () => PriceRater | null;
  refresh: () => Promise<void>;
  stop: () => Promise<void>;
} {
  const reader = feedReader(deps, index);
  const feed = followFeed(deps, reader.readChanges);
  const loaded = reader.readAll().then(() => {
    index.sort();
    search();
    return feed.start();
  });
  // The caller of `loaded` handles a failure. If the shop stops first, there is none.
  loaded.catch(() => undefined);
  return {
    loaded,
    position: reader.position,
    rater: reader.rater,
    refresh: feed.refresh,
    async stop() {
      reader.stop();
      await loaded.catch(() => undefined);
      await feed.stop();
    },
  };
}

function feedReader(
  { db, pool, ratings }: OpenDatabase & { ratings: RaterSource },
  index: CarIndex,
) {
  const rating = rateCars(index, ratings);
  const { fromRow, fromListing } = carReader();
  let snapshot = "0";
  let readAt = 0;
  let isStopped = false;
  // Changes from the last read. They are read again while a long transaction keeps the snapshot from advancing.
  let seen = new Set<number>();

  async function readAll(): Promise<void> {
    const from = await readSnapshot(db);
    const missingIds = new Set(index.ids());
    for await (const { rows, sellers } of readAllListings(pool)) {
      if (isStopped) throw new Error("The catalog was stopped while it was being read.");
      index.apply(
        rows.map((row) => ({ id: row.id, car: fromListing(row, sellers.get(row.sellerId)!) })),
      );
      for (const { id } of rows) missingIds.delete(id);
    }
    index.apply([...missingIds].map((id) => ({ id, car: null })));
    for (const { id, at } of await readLastChanges(db)) index.changes.noteChange(id, at);
    for (const { categoryId, at } of await readDepartures(db))
      index.changes.noteDeparture(categoryId, at);
    snapshot = from;
    seen = new Set();
    readAt = Date.now();
  }

  const newIn = ({ changes }: Feed) => changes.filter(({ id }) => !seen.has(id));

  /**
   * Applies the changes that are new. Their cars are read in the same view as the feed: else a car could show a change
   * whose other cars are not in this feed, and searches would find a state that the database never had.
   */
  async function applyNew(tx: Executor): Promise<Feed> {
    const feed = await readFeed(tx, snapshot);
    const ids = new Set(newIn(feed).map(({ listingId }) => listingId));
    for await (const batch of readListingsById(tx, [...ids])) {
      const cars = new Map(batch.rows.map((row) => [row.id, fromRow(row)]));
      await rating.rateNew(cars.values());
      index.apply(batch.ids.map((id) => ({ id, car: cars.get(id) ?? null })));
    }
    return feed;
  }

  async function readChanges(): Promise<void> {
    if (Date.now() - readAt > tooLongAgo) return readAll();
    const snapshotRows = await readFeed(db, snapshot);
    // Most reads find nothing, and need no transaction.
    const feed =
      newIn(snapshotRows).length === 0 ? snapshotRows : await db.transaction(applyNew, oneView);
    snapshot = feed.snapshot;
    seen = new Set(feed.changes.map((change) => change.id));
    readAt = Date.now();
    await rating.continueRating();
  }

  return {
    readAll,
    readChanges,
    rater: rating.rater,
    position: () => ({ snapshot, seen }),
    stop: () => void (isStopped = true),
  };
}
