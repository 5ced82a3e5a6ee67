import { isDeepStrictEqual } from "node:util";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { isSoldMake } from "#shared/makes/sold-makes.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { changeShown } from "../plan/change-shown.ts";
import { findTakenOffers } from "../match/find-taken-vins.ts";
import { keptReasonOf } from "../plan/kept-reason-of.ts";
import { isEdit } from "../match/identify-cars.ts";
import { lockPlan, type LockedPlan } from "./lock-plan.ts";
import { wantPhotos } from "#server/feed-photos/public.ts";
import { agreeIn, differsInPhotos, withFields, type KeptReason } from "../feed-facts.ts";
import {
  changeFeed,
  growVersion,
  lockListings,
  type Feed,
  type LockedListing,
} from "../feed-store.ts";
import { countChanges } from "../plan/change-count-store.ts";
import {
  readOptionsBefore,
  readPlanOptions,
  type PlanOutline,
} from "../plan/plan-outline-store.ts";
import { listChanges, setPlanState, type FeedChange } from "../plan/plan-store.ts";
import {
  deleteFeedCars,
  dropFingerprints,
  relist,
  withdraw,
  writeChanges,
  writeFeedCars,
} from "../plan/stock-store.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const batchSize = 500;

/**
 * Takes back the plan that was applied last: its options, and its changes, the last one first. Cars that are reserved or
 * sold stay as they are, and so do those whose VIN is for sale in another listing by now, and what a seller has changed by
 * hand since. After a crash, the same call takes back what is left.
 * @param check throws if it must not begin
 * @throws AppError conflict if another plan of the feed was applied since
 */
export async function undoPlan(
  db: Database,
  planId: string,
  check?: (tx: Executor, locked: LockedPlan) => Promise<void>,
): Promise<{ undone: number; kept: number }> {
  await db.transaction(async (tx) => {
    const { plan, feed } = await lockPlan(tx, planId);
    if (plan.state === "undoing" || plan.state === "undone") return;
    if (!isUndoable(plan, feed))
      throw new AppError("conflict", { message: "Only the last sync of a feed can be undone." });
    await check?.(tx, { plan, feed });
    await setPlanState(tx, planId, "undoing");
    await changeFeed(tx, feed.id, { digest: null, ...(await optionsBefore(tx, plan, feed)) });
    await growVersion(tx, feed.id);
  });
  let last: number | null = null;
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const { plan, feed } = await lockPlan(tx, planId);
      if (plan.state !== "undoing") return false;
      const query = { state: "applied", limit: batchSize, backward: true, last } as const;
      const changes = await listChanges(tx, planId, query);
      last = changes.at(-1)?.number ?? null;
      if (changes.length === 0) await setPlanState(tx, planId, "undone");
      else await undoChanges(tx, feed, changes);
      return changes.length > 0;
    });
  const counts = await countChanges(db, planId);
  const sum = (state: FeedChange["state"]) =>
    counts.filter((count) => count.state === state).reduce((all, { cars }) => all + cars, 0);
  return { undone: sum("undone"), kept: sum("kept") };
}

/**
 * The options that the plan before this one was read with, unless the feed's options have changed since. The options
 * from before a feed's first plan are not known, so after that plan the present ones stay.
 */
async function optionsBefore(tx: Executor, plan: PlanOutline, feed: Feed) {
  const options = await readPlanOptions(tx, plan.id);
  if (!isDeepStrictEqual(feed.options, options)) return {};
  const before = await readOptionsBefore(tx, plan);
  if (!before || isDeepStrictEqual(before, options)) return {};
  // The same file means something else now.
  return { options: before, fetchEtag: null };
}

/** Whether a plan is the last thing that changed its feed. */
export function isUndoable(
  plan: Pick<PlanOutline, "state" | "feedVersion">,
  feed: Pick<Feed, "version">,
): boolean {
  return plan.state === "applied" && plan.feedVersion + 1 === feed.version;
}

async function undoChanges(tx: Executor, feed: Feed, changes: FeedChange[]): Promise<void> {
  const listings = await lockListings(
    tx,
    changes.flatMap(({ listingId }) => listingId ?? []),
  );
  const { undoneChanges, keptChanges } = await sortOut(tx, changes, listings);
  const ofKind = (...kinds: FeedChange["kind"][]) =>
    undoneChanges.filter(({ kind }) => kinds.includes(kind));
  const idsOf = (some: readonly FeedChange[]) => some.map(({ listingId }) => listingId!);
  const added = ofKind("added");
  const ownAdded = idsOf(added.filter(({ isAdopted }) => !isAdopted));
  await deleteFeedCars(
    tx,
    feed.id,
    undoneChanges
      .filter(({ kind, isAdopted }) => kind === "added" || isAdopted)
      .map(({ identity }) => identity),
  );
  await dropFingerprints(tx, ownAdded);
  await withdraw(tx, ownAdded, { isDeleted: true });
  await withdraw(tx, idsOf(ofKind("relisted")));
  await relist(tx, idsOf(ofKind("retired")));
  await changeShown(
    tx,
    ofKind("changed", "relisted").map((change) => {
      const { id, shown } = listings.get(change.listingId!)!;
      return { id, shown: takenBack(shown, change) };
    }),
  );
  const changedCars = ofKind("changed", "relisted", "retired").filter(
    ({ identity, isAdopted }) => !isEdit(identity) && !isAdopted,
  );
  await deleteFeedCars(
    tx,
    feed.id,
    changedCars.flatMap(({ identity, identityBefore }) =>
      identityBefore === null ? [] : identity,
    ),
  );
  await writeFeedCars(
    tx,
    changedCars.map(({ kind, identity, identityBefore, listingId, saidBefore }) => ({
      feedId: feed.id,
      identity: identityBefore ?? identity,
      listingId: listingId!,
      isRetired: kind === "relisted",
      feedFacts: saidBefore!,
    })),
  );
  await wantPhotos(
    tx,
    changedCars.flatMap(({ listingId, facts, saidBefore }) =>
      facts && differsInPhotos(saidBefore!, facts)
        ? { listingId: listingId!, urls: saidBefore!.imageUrls ?? [] }
        : [],
    ),
  );
  await writeChanges(tx, [...undoneChanges, ...keptChanges]);
}

/** Parts the changes that can be undone from those that are kept. */
async function sortOut(
  tx: Executor,
  changes: readonly FeedChange[],
  listings: ReadonlyMap<string, LockedListing>,
): Promise<{ undoneChanges: FeedChange[]; keptChanges: FeedChange[] }> {
  const [booked, free] = [true, false].map((isTaken) =>
    changes.filter(({ listingId }) => (listings.get(listingId!)?.isTaken ?? false) === isTaken),
  ) as [FeedChange[], FeedChange[]];
  // Deleted since, or put back on sale and taken off again.
  const isByHand = ({ kind, listingId }: FeedChange) =>
    kind === "retired" && keptReasonOf(listings.get(listingId!)!, true) === "withdrawn";
  const withdrawn = free.filter(isByHand);
  const notSold = free.filter((change) => {
    const make = factsPutOnSale(change, listings.get(change.listingId!)!)?.make ?? null;
    return make !== null && !isSoldMake(make) && !withdrawn.includes(change);
  });
  const staying = new Set([...withdrawn, ...notSold]);
  const offers = free.flatMap((change) => {
    const vin = vinPutOnSale(change, listings.get(change.listingId!)!);
    return vin === null || staying.has(change) ? [] : [{ change, vin }];
  });
  const leaving = new Set(
    free.flatMap(({ kind, isAdopted, listingId }) =>
      kind === "relisted" || (kind === "added" && !isAdopted) ? listingId! : [],
    ),
  );
  const taken = await findTakenOffers(tx, offers, (_, { listingId }) => leaving.has(listingId));
  const undone = free.filter((change) => !taken.has(change) && !staying.has(change));
  const keep = (some: Iterable<FeedChange>, reason: KeptReason) =>
    [...some].map((change): FeedChange => ({ ...change, state: "kept", reason }));
  return {
    undoneChanges: undone.map((change) => ({ ...change, state: "undone" })),
    keptChanges: [
      ...keep(booked, "booked"),
      ...keep(taken, "vin_taken"),
      ...keep(withdrawn, "withdrawn"),
      ...keep(notSold, "make_not_sold"),
    ],
  };
}

/** What a listing on sale shows once a change is taken back; null if that takes it off sale. */
function factsPutOnSale(change: FeedChange, { shown }: LockedListing): FeedFacts | null {
  if (change.kind === "retired") return shown;
  return change.kind === "changed" ? takenBack(shown, change) : null;
}

/** The VIN that a listing puts on sale when a change is taken back; null if it does not. */
function vinPutOnSale(change: FeedChange, listing: LockedListing): string | null {
  const vin = factsPutOnSale(change, listing)?.vin ?? null;
  // A lapsed car is for sale again when it changes.
  return change.kind === "retired" || listing.lapsedAt || vin !== listing.shown.vin ? vin : null;
}

/** What a listing showed before a change, apart from what was changed by hand since. */
function takenBack(shown: FeedFacts, { facts, fields, shownBefore }: FeedChange): FeedFacts {
  const untouched = fields.filter((field) => agreeIn(shown, facts!, field));
  return withFields(shown, shownBefore!, untouched);
}
