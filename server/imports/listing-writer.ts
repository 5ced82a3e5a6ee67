import type { Database } from "#server/platform/database/database.ts";
import { findImported, insertNewListings, type NewListing } from "./import-store.ts";

/** Takes listings one batch at a time and answers how many of it were new; the others are duplicates. */
export type WriteBatch = (listings: readonly Omit<NewListing, "id">[]) => Promise<number>;

/** Writes to the database. The unique fingerprint makes a second import, or a row twice in one feed, write nothing. */
export function writeBatches(db: Database): WriteBatch {
  return (listings) => insertNewListings(db, listings);
}

/** Counts what would be written, writing nothing. Keeps the fingerprints of the run (44 bytes a row) to know repeated rows. */
export function rehearseBatches(db: Database): WriteBatch {
  const seen = new Set<string>();
  return async (listings) => {
    const sellerId = listings[0]?.sellerId;
    if (!sellerId) return 0;
    const fingerprints = listings.map(({ importFingerprint }) => importFingerprint ?? "");
    const imported = await findImported(db, sellerId, fingerprints);
    const fresh = fingerprints.filter(
      (fingerprint) =>
        !imported.has(fingerprint) && !seen.has(fingerprint) && seen.add(fingerprint),
    );
    return fresh.length;
  };
}
