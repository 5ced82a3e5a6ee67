import type { CarInFeed } from "../feed-store.ts";
import { isKnownByFacts, statedPart, vinIdentity } from "./identify-cars.ts";
import type { KeptChange, PlannedChange, SyncPlan } from "../plan/plan-sync.ts";

/**
 * A plan that does not add cars that another feed of the seller has: those with the same row, the same VIN, or the same
 * stock number, advert or registration together with the same model and year.
 */
export function leaveToOtherFeeds(plan: SyncPlan, others: readonly CarInFeed[]): SyncPlan {
  const find = findIn(others);
  const keptChanges: KeptChange[] = [];
  const changes = plan.changes.filter((change) => {
    const other = change.kind === "added" ? find(change) : undefined;
    if (!other || change.kind !== "added") return true;
    const { listingId, feed } = other;
    const name = change.facts.name ?? "";
    keptChanges.push({
      identity: change.identity,
      name,
      listingId,
      change: "new",
      hold: "other_feed",
      feed,
    });
    return false;
  });
  return keptChanges.length === 0
    ? plan
    : { ...plan, changes, keptChanges: [...plan.keptChanges, ...keptChanges] };
}

function findIn(others: readonly CarInFeed[]) {
  const byFingerprint = new Map<string, CarInFeed>();
  const byIdentity = new Map<string, CarInFeed>();
  for (const car of others) {
    if (car.fingerprint !== null) byFingerprint.set(car.fingerprint, car);
    if (!isKnownByFacts(car.identity)) byIdentity.set(statedPart(car.identity), car);
    if (car.vin !== null) byIdentity.set(vinIdentity(car.vin), car);
  }
  return ({ identity, fingerprint, facts }: PlannedChange & { kind: "added" }) => {
    const { vin, make, model, year } = facts;
    const named = byIdentity.get(statedPart(identity));
    return (
      byFingerprint.get(fingerprint) ??
      (vin === null ? undefined : byIdentity.get(vinIdentity(vin))) ??
      // Two lots can use the same stock numbers.
      (named?.make === make && named.model === model && named.year === year ? named : undefined)
    );
  };
}
