import type { ComparisonCount } from "./comparison-count.ts";
import { differingFields, withCompanions, type FeedField, type KeptReason } from "../feed-facts.ts";
import { append, lastingFacts, matchAlike } from "./identify-cars.ts";
import { isOtherCar } from "./is-other-car.ts";
import type { KeptChange, PlannedChange, SyncPlan } from "../plan/plan-sync.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** A listing of the seller that was imported and is in no feed. */
export type ImportedListing = {
  listingId: string;
  fingerprint: string | null;
  /** By which keys its history finds it, apart from its VIN. */
  carKeys: readonly string[];
  shown: FeedFacts;
  /** Whether it was changed since it was imported. */
  isChanged: boolean;
  /** Whether its seller deleted it. Only the same row finds it. */
  isDeleted: boolean;
  keptReason: KeptReason | null;
};

type Added = PlannedChange & { kind: "added" };

/**
 * A plan that adopts what a one-off import or a deleted feed listed, instead of listing it again. A row adopts the
 * listing with the same row, VIN, stock number or registration, or else an alike one. Listings that are reserved, sold,
 * off sale or removed stay as they are, and their rows are not listed.
 * @param comparisons counts those of the plan
 * @throws AppError too_large if too many cars are alike
 */
export function adoptListings(
  plan: SyncPlan,
  imported: readonly ImportedListing[],
  comparisons: ComparisonCount,
): SyncPlan {
  const added = plan.changes.filter((change): change is Added => change.kind === "added");
  const listings = findListings(added, imported, comparisons);
  if (listings.size === 0) return plan;
  const keptChanges: KeptChange[] = [];
  const present: string[] = [];
  const changes = plan.changes.flatMap((change) => {
    const listing = change.kind === "added" ? listings.get(change) : undefined;
    if (!listing || change.kind !== "added") return change;
    const { listingId, keptReason } = listing;
    const { identity, facts } = change;
    if (keptReason === null || keptReason === "booked") present.push(listingId);
    if (keptReason === null) return adopted(change, listing);
    keptChanges.push({
      identity,
      name: facts.name ?? "",
      listingId,
      change: "new",
      hold: keptReason,
    });
    return [];
  });
  return {
    ...plan,
    changes,
    present: [...plan.present, ...present],
    keptChanges: [...plan.keptChanges, ...keptChanges],
  };
}

function findListings(
  added: readonly Added[],
  imported: readonly ImportedListing[],
  comparisons: ComparisonCount,
): Map<Added, ImportedListing> {
  const pairs = new Map<Added, ImportedListing>();
  const left = new Set(imported);
  const rest = () => added.filter((change) => !pairs.has(change));
  const pair = (change: Added, listing: ImportedListing) => {
    pairs.set(change, listing);
    left.delete(listing);
  };
  const pairBy = (
    keysOf: (listing: ImportedListing) => readonly string[],
    keysIn: (change: Added) => readonly string[],
  ) => {
    const byKey = new Map<string, ImportedListing[]>();
    for (const listing of left) for (const key of keysOf(listing)) append(byKey, key, listing);
    for (const change of rest()) {
      const candidates = keysIn(change).flatMap((key) => byKey.get(key) ?? []);
      comparisons.add(candidates.length);
      const listing = candidates.find(
        (one) => left.has(one) && !isOtherCar(one.shown, change.facts),
      );
      if (listing) pair(change, listing);
    }
  };
  const some = (value: string | null) => (value === null ? [] : [value]);
  pairBy(
    ({ fingerprint }) => some(fingerprint),
    ({ fingerprint }) => [fingerprint],
  );
  for (const listing of left) if (listing.isDeleted) left.delete(listing);
  pairBy(
    ({ shown: { vin } }) => some(vin),
    ({ facts: { vin } }) => some(vin),
  );
  pairBy(
    ({ carKeys }) => carKeys,
    ({ facts: { carKeys } }) => carKeys ?? [],
  );
  const alike = new Map<string, { feedFacts: FeedFacts; listing: ImportedListing }[]>();
  for (const listing of left)
    append(alike, lastingFacts(listing.shown), { feedFacts: listing.shown, listing });
  const rows = new Map<string, Added[]>();
  for (const change of rest()) append(rows, lastingFacts(change.facts), change);
  for (const [key, group] of rows)
    for (const [change, { listing }] of matchAlike(alike.get(key) ?? [], group, comparisons))
      if (isRecognized(listing.shown, change.facts)) pair(change, listing);
  return pairs;
}

/** Whether alike cars are one. Nothing says that the feed has the listing, so it takes more than within a feed. */
const isRecognized = (shown: FeedFacts, facts: FeedFacts) =>
  (shown.mileage === facts.mileage && shown.mileageUnit === facts.mileageUnit) ||
  shown.sourcePriceMinor === facts.sourcePriceMinor ||
  (shown.description !== "" && shown.description === facts.description);

/**
 * The change that makes a listing one of the feed's. The listing follows the file. If it was changed since its import,
 * what differs waits for its seller, except a price that is still that of the import.
 */
function adopted(
  { identity, line, facts }: Added,
  { listingId, shown, isChanged }: ImportedListing,
): PlannedChange {
  const differing = differingFields(shown, facts);
  const priced = withCompanions(["resalePriceMinor"]);
  const follows = (field: FeedField) => !isChanged || (priced.has(field) && isAsImported(shown));
  return {
    kind: "changed",
    identity,
    identityBefore: identity,
    listingId,
    line,
    facts,
    shown,
    fields: differing.filter(follows),
    differs: differing.filter((field) => !follows(field)),
    isAdopted: true,
  };
}

/** Whether a price follows from that of its file. Rounding depends on the currencies, so a small difference is none. */
function isAsImported({ resalePriceMinor, sourcePriceMinor, sourceRate }: FeedFacts): boolean {
  if (!resalePriceMinor || !sourcePriceMinor || sourceRate === null) return false;
  return convertedIs(resalePriceMinor, sourcePriceMinor * Number(sourceRate));
}

// Currencies have 0, 2 or 3 decimals.
const convertedIs = (price: number, converted: number) =>
  [0.001, 0.01, 0.1, 1, 10, 100, 1_000].some((factor) => Math.abs(price - converted * factor) <= 1);
