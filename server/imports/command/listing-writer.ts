import { listLiveVins, lockVins, type LiveVin } from "#server/bookings/public.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { findImported, insertNewListings, type ImportRow } from "./import-store.ts";

type Row = ImportRow;

/**
 * Writes one batch: returns how many listings were new, and those whose VIN is for sale already. The others are
 * duplicates.
 */
export type WriteBatch = (
  listings: readonly Row[],
) => Promise<{ imported: number; taken: ReadonlySet<Row> }>;

/** Writes to the database. The unique fingerprint keeps repeated rows and repeated imports out. */
export function writeBatches(db: Database): WriteBatch {
  return (listings) =>
    db.transaction(async (tx) => {
      await lockVins(tx, vinsOf(listings));
      const taken = await findTaken(tx, listings);
      const imported = await insertNewListings(
        tx,
        listings.filter((listing) => !taken.has(listing)),
      );
      return { imported, taken };
    });
}

/**
 * Counts what would be written, without writing. Remembers the run's fingerprints (44 bytes a row) to find repeated
 * rows.
 */
export function countBatches(db: Database): WriteBatch {
  const seen = new Set<string>();
  const seenVins = new Map<string, string>();
  return async (listings) => {
    const sellerId = listings[0]?.sellerId;
    if (!sellerId) return { imported: 0, taken: new Set() };
    const taken = await findTaken(db, listings, seenVins);
    const fingerprints = listings
      .filter((listing) => !taken.has(listing))
      .map(({ importFingerprint }) => importFingerprint ?? "");
    const imported = await findImported(db, sellerId, fingerprints);
    const added = fingerprints.filter(
      (fingerprint) =>
        !imported.has(fingerprint) && !seen.has(fingerprint) && seen.add(fingerprint),
    );
    return { imported: added.length, taken };
  };
}

const vinsOf = (listings: readonly Row[]) => listings.flatMap(({ vin }) => vin ?? []);

/**
 * The listings whose VIN is also that of a live listing or of an earlier one of these. A repeated row does not count.
 */
async function findTaken(
  executor: Executor,
  listings: readonly Row[],
  fingerprintOf = new Map<string, string>(),
): Promise<Set<Row>> {
  const live = await listLiveVins(executor, vinsOf(listings));
  const isOwn = (row: Row, { sellerId, fingerprint }: LiveVin) =>
    sellerId === row.sellerId && fingerprint === row.importFingerprint;
  const byVin = new Map<string, LiveVin[]>();
  for (const one of live) byVin.set(one.vin, [...(byVin.get(one.vin) ?? []), one]);
  return new Set(
    listings.filter((row) => {
      if (!row.vin) return false;
      const others = byVin.get(row.vin) ?? [];
      const first = fingerprintOf.get(row.vin) ?? row.importFingerprint ?? "";
      fingerprintOf.set(row.vin, first);
      if (others.some((other) => isOwn(row, other))) return false;
      return others.length > 0 || first !== row.importFingerprint;
    }),
  );
}
