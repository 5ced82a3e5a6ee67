import { recordCarKeys } from "#server/car-history/public.ts";
import { listLiveVins, lockVins, type LiveVin } from "#server/bookings/public.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { insertCars } from "../new-car-store.ts";
import { findImported, type Seller } from "./import-store.ts";
import type { FileCar } from "./new-car-of-seller.ts";

type Owner = Pick<Seller, "id" | "phone">;

/**
 * Writes one batch: returns how many cars were new, and those whose VIN is for sale already. The others are duplicates.
 */
export type WriteBatch = (
  seller: Owner,
  cars: readonly FileCar[],
) => Promise<{ imported: number; taken: ReadonlySet<FileCar> }>;

/** Writes to the database. The unique fingerprint keeps repeated rows and repeated imports out. */
export function writeBatches(db: Database): WriteBatch {
  return (seller, cars) =>
    db.transaction(async (tx) => {
      await lockVins(tx, vinsOf(cars));
      const taken = await findTaken(tx, seller, cars);
      const free = cars.filter((car) => !taken.has(car));
      const added = await insertCars(tx, seller, free);
      await recordCarKeys(
        tx,
        free.flatMap(({ id, facts }) =>
          added.has(id) ? { listingId: id, keys: facts.carKeys ?? [] } : [],
        ),
      );
      return { imported: added.size, taken };
    });
}

/**
 * Counts what would be written, without writing. Remembers the run's fingerprints (44 bytes a row) to find repeated
 * rows.
 */
export function countBatches(db: Database): WriteBatch {
  const seen = new Set<string>();
  const seenVins = new Map<string, string>();
  return async (seller, cars) => {
    const taken = await findTaken(db, seller, cars, seenVins);
    const fingerprints = cars
      .filter((car) => !taken.has(car))
      .map(({ fingerprint }) => fingerprint);
    const imported = await findImported(db, seller.id, fingerprints);
    const added = fingerprints.filter(
      (fingerprint) =>
        !imported.has(fingerprint) && !seen.has(fingerprint) && seen.add(fingerprint),
    );
    return { imported: added.length, taken };
  };
}

const vinsOf = (cars: readonly FileCar[]) => cars.flatMap(({ facts }) => facts.vin ?? []);

/**
 * The cars whose VIN is also that of a live listing or of an earlier one of these. A repeated row does not count.
 */
async function findTaken(
  executor: Executor,
  seller: Owner,
  cars: readonly FileCar[],
  fingerprintOf = new Map<string, string>(),
): Promise<Set<FileCar>> {
  const live = await listLiveVins(executor, vinsOf(cars));
  const byVin = new Map<string, LiveVin[]>();
  for (const one of live) byVin.set(one.vin, [...(byVin.get(one.vin) ?? []), one]);
  return new Set(
    cars.filter(({ facts: { vin }, fingerprint }) => {
      if (!vin) return false;
      const others = byVin.get(vin) ?? [];
      const first = fingerprintOf.get(vin) ?? fingerprint;
      fingerprintOf.set(vin, first);
      const isOwn = (other: LiveVin) =>
        other.sellerId === seller.id && other.fingerprint === fingerprint;
      if (others.some(isOwn)) return false;
      return others.length > 0 || first !== fingerprint;
    }),
  );
}
