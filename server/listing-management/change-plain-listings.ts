import { changePrice } from "#shared/listings/change-price.ts";
import type { MatchingBody } from "#shared/listings/own-product-contract.ts";
import type { Deps } from "#server/deps.ts";
import { confirmListings } from "#server/freshness/public.ts";
import {
  lockListings,
  withLockedSeller,
  markAllAdvertised,
  markAllOffSale,
  setPrices,
} from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  listPlainListings,
  listPriceChangedSince,
  type PlainListing,
} from "./own-listing-store.ts";

/**
 * Changes those of the viewer's own listings about which there is nothing to decide, in one transaction: they are for
 * sale and not booked, and the viewer is neither suspended nor limited. What is refused, and why, is decided by the use
 * case of one listing, so all others are left to it.
 * @param asOf when the viewer saw the prices: one that has changed since is left, too
 * @returns the ids of the changed ones
 */
export async function changePlainListings(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  ids: readonly string[],
  { body, asOf }: { body: MatchingBody; asOf: Date | null },
): Promise<Set<string>> {
  if (body.action === "relist") return new Set();
  return withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    const isLimited = body.action === "advertise" && !seller?.isVerified;
    if (!seller || seller.isSuspended || isLimited) return new Set<string>();
    await lockListings(tx, ids);
    // Read after the lock, so that a booking or a change that was waited for is seen.
    const moved = new Set(asOf ? await listPriceChangedSince(tx, ids, asOf) : []);
    const plainListings = await listPlainListings(tx, viewer.accountId, ids);
    const plain = plainListings.filter(({ id }) => !moved.has(id));
    return new Set(await changeAll(tx, plain, { body, currency: config.CURRENCY }));
  });
}

async function changeAll(
  tx: Executor,
  plain: readonly PlainListing[],
  { body, currency }: { body: MatchingBody; currency: string },
): Promise<string[]> {
  if (body.action === "price") {
    const prices = plain.flatMap(({ id, resalePriceMinor }) => {
      const priceMinor = changePrice(resalePriceMinor, body.change, currency);
      return priceMinor === null ? [] : { id, priceMinor, isNew: priceMinor !== resalePriceMinor };
    });
    await setPrices(
      tx,
      prices.filter(({ isNew }) => isNew),
    );
    return prices.map(({ id }) => id);
  }
  const ids = plain
    .filter(({ isAdvertised }) => body.action !== "advertise" || !isAdvertised)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  if (body.action === "advertise") await markAllAdvertised(tx, ids);
  else if (body.action === "withdraw") await markAllOffSale(tx, ids);
  else await confirmListings(tx, ids, new Date());
  return ids;
}
