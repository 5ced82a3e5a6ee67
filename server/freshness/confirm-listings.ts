import { listLiveVins, lockVins } from "#server/bookings/public.ts";
import { clearLapsed } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockLapsedVins, saveConfirmations } from "./confirmation-store.ts";

/**
 * Confirms that listings are still for sale, and puts lapsed ones back on sale, except those whose VIN another listing
 * has on sale by now: their ids are returned.
 */
export async function confirmListings(
  tx: Executor,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const taken = new Set<string>();
  if (ids.length === 0) return taken;
  await saveConfirmations(tx, ids, now);
  const lapsed = await lockLapsedVins(tx, ids);
  if (lapsed.length === 0) return taken;
  const vins = lapsed.flatMap(({ vin }) => vin ?? []);
  await lockVins(tx, vins);
  const live = new Set((await listLiveVins(tx, vins)).map(({ vin }) => vin));
  for (const { id, vin } of lapsed) {
    if (vin === null) continue;
    if (live.has(vin)) taken.add(id);
    live.add(vin);
  }
  await clearLapsed(
    tx,
    lapsed.map(({ id }) => id).filter((id) => !taken.has(id)),
  );
  return taken;
}
