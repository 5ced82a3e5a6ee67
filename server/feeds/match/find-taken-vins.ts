import { listLiveVins, lockVins, type LiveVin } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { LockedListing } from "../feed-store.ts";
import { append } from "./identify-cars.ts";
import type { FeedChange } from "../plan/plan-store.ts";
import { listImported } from "../plan/stock-store.ts";

/** A change that puts a car with this VIN on sale. */
type Offer<Change = FeedChange> = { change: Change; vin: string };
type Listings = ReadonlyMap<string, LockedListing>;

/**
 * The changes that would put a VIN on sale although another listing, or an earlier one of these changes, has it on
 * sale. Cars that only keep their VIN are not among them, so duplicates from before this check stay as they are.
 */
export async function findTakenVins(
  tx: Executor,
  {
    changes,
    listings,
    sellerId,
  }: { changes: readonly FeedChange[]; listings: Listings; sellerId: string },
): Promise<Set<FeedChange>> {
  const offers = changes.flatMap((change): Offer[] => {
    const listing = change.listingId === null ? undefined : listings.get(change.listingId);
    const vin = vinOf(change, listing);
    return vin !== null && puts(change, listing) ? [{ change, vin }] : [];
  });
  const fingerprints = offers.flatMap(({ change }) => change.fingerprint ?? []);
  const imported = await listImported(tx, sellerId, fingerprints);
  // Imported by hand before, and in no feed: this one adopts it.
  const isAdopted = ({ fingerprint }: FeedChange, { listingId }: LiveVin) => {
    const listing = fingerprint === null ? undefined : imported.get(fingerprint);
    return listing?.listingId === listingId && listing.feedId === null;
  };
  return findTakenOffers(tx, offers, isAdopted);
}

/** The VIN that a car has after a change. */
function vinOf({ kind, fields, facts }: FeedChange, listing?: LockedListing): string | null {
  const isStated = kind === "added" || fields.includes("vin");
  return (isStated ? facts?.vin : listing?.shown.vin) ?? null;
}

/** Whether a change puts a VIN on sale. One of a lapsed car does, because it confirms the car. */
function puts({ kind, fields }: FeedChange, listing?: LockedListing): boolean {
  if (kind === "changed")
    return fields.includes("vin") || (fields.length > 0 && Boolean(listing?.lapsedAt));
  return kind === "added" || kind === "relisted";
}

/**
 * Locks the VINs of changes. Returns the changes whose VIN is on sale in another listing or in an earlier change. The
 * caller has locked the listings.
 * @param isIgnored whether a listing does not count for a change
 */
export async function findTakenOffers<Change extends Pick<FeedChange, "listingId">>(
  tx: Executor,
  offers: readonly Offer<Change>[],
  isIgnored: (change: Change, other: LiveVin) => boolean,
): Promise<Set<Change>> {
  const vins = offers.map(({ vin }) => vin);
  await lockVins(tx, vins);
  const live = new Map<string, LiveVin[]>();
  for (const one of await listLiveVins(tx, vins)) append(live, one.vin, one);
  const given = new Set<string>();
  const taken = offers.filter(({ change, vin }) => {
    const isRepeated = given.has(vin);
    given.add(vin);
    const others = (live.get(vin) ?? []).filter(
      (other) => other.listingId !== change.listingId && !isIgnored(change, other),
    );
    return isRepeated || others.length > 0;
  });
  return new Set(taken.map(({ change }) => change));
}
