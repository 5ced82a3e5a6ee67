import { listLiveVins, lockVins, type LiveVin } from "#server/car-history/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { FeedChange } from "./plan-store.ts";

/**
 * The changes that would put a VIN on sale which another listing already has on sale, or an earlier change of these. Cars
 * that only keep their VIN are not among them, so duplicates from before this check stay as they are.
 */
export async function findTakenVins(
  tx: Executor,
  { changes, sellerId }: { changes: readonly FeedChange[]; sellerId: string },
): Promise<Set<FeedChange>> {
  const listing = changes.filter(
    ({ kind, fields, facts }) =>
      facts?.vin &&
      (kind === "added" || kind === "relisted" || (kind === "changed" && fields.includes("vin"))),
  );
  const vins = listing.map(({ facts }) => facts!.vin!);
  await lockVins(tx, vins);
  const live = new Map<string, LiveVin[]>();
  for (const one of await listLiveVins(tx, vins))
    live.set(one.vin, [...(live.get(one.vin) ?? []), one]);
  const given = new Set<string>();
  return new Set(
    listing.filter(({ facts, listingId, fingerprint }) => {
      const vin = facts!.vin!;
      const isRepeated = given.has(vin);
      given.add(vin);
      const others = (live.get(vin) ?? []).filter(
        (other) =>
          other.listingId !== listingId &&
          // Imported by hand before: the feed adopts it.
          !(other.sellerId === sellerId && other.fingerprint === fingerprint),
      );
      return isRepeated || others.length > 0;
    }),
  );
}
