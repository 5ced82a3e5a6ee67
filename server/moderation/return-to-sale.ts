import { listLiveVins, listSharedVins, lockEveryVin } from "#server/bookings/public.ts";
import { lockListingsOfSeller, markLapsed } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";

/**
 * Takes those cars of a seller off sale whose VIN another seller has for sale by now, when a suspension ends. The seller
 * can relist them, which is refused as long as the other one is for sale. Returns how many.
 */
export async function lapseTakenVins(tx: Executor, sellerId: string, now: Date): Promise<number> {
  await lockListingsOfSeller(tx, sellerId);
  // Another seller may be listing one of these VINs now, which only this lock shows.
  await lockEveryVin(tx);
  const vins = await listSharedVins(tx, sellerId);
  const live = await listLiveVins(tx, vins);
  const taken = new Set(live.filter((one) => one.sellerId !== sellerId).map(({ vin }) => vin));
  const own = live.filter((one) => one.sellerId === sellerId && taken.has(one.vin));
  if (own.length > 0)
    await markLapsed(
      tx,
      own.map(({ listingId }) => listingId),
      now,
    );
  return own.length;
}
