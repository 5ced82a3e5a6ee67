import type { Database } from "#server/platform/database/database.ts";
import { findImported, insertNewListings, type NewListing } from "./import-store.ts";

/** Writes one batch and returns how many listings were new; the others are duplicates. */
export type WriteBatch = (listings: readonly Omit<NewListing, "id">[]) => Promise<number>;

/** Writes to the database. The unique fingerprint keeps repeated rows and repeated imports out. */
export function writeBatches(db: Database): WriteBatch {
  return (listings) => insertNewListings(db, listings);
}

/** Counts what would be written, without writing. Remembers the run's fingerprints (44 bytes a row) to find repeated rows. */
export function countBatches(db: Database): WriteBatch {
  const seen = new Set<string>();
  return async (listings) => {
    const sellerId = listings[0]?.sellerId;
    if (!sellerId) return 0;
    const fingerprints = listings.map(({ importFingerprint }) => importFingerprint ?? "");
    const imported = await findImported(db, sellerId, fingerprints);
    const added = fingerprints.filter(
      (fingerprint) =>
        !imported.has(fingerprint) && !seen.has(fingerprint) && seen.add(fingerprint),
    );
    return added.length;
  };
}
