import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { liveListingCountOfSeller } from "./live-listing-store.ts";

export const whileSuspended =
  "You are suspended, so you cannot add, edit or advertise cars. Your welcome page says why and how to appeal.";

/**
 * The message that says why a seller cannot add or advertise more cars; null if they can. Call it with the seller
 * locked (`withLockedSeller`), so that concurrent calls cannot exceed the limits.
 */
export async function whyNotOffer(
  tx: Executor,
  config: Config,
  seller: { id: string; isSuspended: boolean; isVerified: boolean },
  what: "add" | "advertise",
  added = 1,
): Promise<string | null> {
  if (seller.isSuspended) return whileSuspended;
  if (seller.isVerified) return null;
  const isAdvertising = what === "advertise";
  const most = isAdvertising
    ? config.UNVERIFIED_SELLER_ADVERTISED
    : config.UNVERIFIED_SELLER_LISTINGS;
  const live = await liveListingCountOfSeller(tx, seller.id, { advertised: isAdvertising });
  if (added === 0 || live + added <= most) return null;
  const cars = `${most} ${most === 1 ? "car" : "cars"}`;
  const limit = isAdvertising ? `advertise ${cars}` : `have ${cars} for sale`;
  return `Sellers who are not verified can ${limit} at a time. To get verified, call us at ${config.BRAND_PHONE}.`;
}
