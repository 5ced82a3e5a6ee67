import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { recordCarKeys } from "#server/car-history/public.ts";
import { wantPhotos } from "#server/feed-photos/public.ts";
import { insertCars } from "#server/imports/public.ts";
import { changeShown } from "../plan/change-shown.ts";
import { findTakenVins } from "../match/find-taken-vins.ts";
import { finishPlan } from "./finish-plan.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { keptReasonOf } from "../plan/kept-reason-of.ts";
import { isLeftOut } from "../plan/is-left-out.ts";
import { isEdit } from "../match/identify-cars.ts";
import {
  differingFields,
  differsInPhotos,
  withFields,
  type KeptReason,
  withCompanions,
  withUnits,
} from "../feed-facts.ts";
import { listInFeeds } from "./imported-listing-store.ts";
import { lockPlan, type LockedPlan } from "./lock-plan.ts";
import {
  changeFeed,
  growVersion,
  lockListings,
  type Feed,
  type LockedListing,
} from "../feed-store.ts";
import { readPlanOptions, type PlanOutline } from "../plan/plan-outline-store.ts";
import { listChanges, setPlanState, type FeedChange } from "../plan/plan-store.ts";
import {
  deleteFeedCars,
  listImported,
  readSaid,
  relist,
  withdraw,
  writeChanges,
  writeFeedCars,
} from "../plan/stock-store.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** Changes of one transaction. */
const batchSize = 500;

type Seller = { id: string; phone: string };
type Apply = {
  planId: string;
  seller: Seller;
  onProgress?: (applied: number) => void;
  signal?: AbortSignal;
  /** Throws if the plan must not begin. */
  check?: (tx: Executor, locked: LockedPlan) => Promise<void>;
};

/**
 * Applies a plan, a batch in each transaction. A signal stops it after the current batch. After that, or a crash, the
 * same call applies what is left, and the result is that of one run. A car that was reserved meanwhile stays as it is.
 * @throws AppError conflict if the feed has changed since the plan was made
 */
export async function applyPlan(
  db: Database,
  { planId, seller, onProgress, signal, check }: Apply,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { plan, feed } = await lockPlan(tx, planId);
    if (plan.state === "applying" || plan.state === "applied") return;
    if (plan.state !== "waiting" || plan.feedVersion !== feed.version) throw outOfDate();
    await check?.(tx, { plan, feed });
    await setPlanState(tx, planId, "applying");
    const options = await readPlanOptions(tx, planId);
    await changeFeed(tx, feed.id, { options, digest: null });
    await growVersion(tx, feed.id);
  });
  let last: number | null = null;
  for (let applied = 0, more = true; more && !signal?.aborted;)
    more = await db.transaction(async (tx) => {
      const { plan, feed } = await lockPlan(tx, planId);
      if (plan.state !== "applying") return false;
      const query = { state: "planned", limit: batchSize, backward: false, last } as const;
      const changes = await listChanges(tx, planId, query);
      last = changes.at(-1)?.number ?? null;
      if (changes.length === 0) {
        await finishPlan(tx, plan);
        return false;
      }
      await applyChanges(tx, { feed, plan, seller }, changes);
      applied += changes.length;
      onProgress?.(applied);
      return true;
    });
}

function outOfDate(): AppError {
  return new AppError("conflict", {
    message: "The feed has changed since this plan was made. Sync it again.",
  });
}

type Context = { feed: Feed; plan: PlanOutline; seller: Seller };

async function applyChanges(tx: Executor, context: Context, all: FeedChange[]): Promise<void> {
  const { feed } = context;
  // Before the VINs, as everywhere.
  const listings = await lockListings(
    tx,
    all.flatMap(({ listingId }) => listingId ?? []),
  );
  const leftOut = new Set(all.filter((change) => isLeftOut(change, listings)));
  const sold = all.filter((change) => !leftOut.has(change));
  const sellerId = context.seller.id;
  const taken = await findTakenVins(tx, { changes: sold, listings, sellerId });
  const skip = (some: ReadonlySet<FeedChange>, reason: KeptReason) =>
    [...some].map((change): FeedChange => ({ ...change, state: "skipped", reason }));
  await writeChanges(tx, [...skip(leftOut, "make_not_sold"), ...skip(taken, "vin_taken")]);
  const changes = sold.filter((change) => !taken.has(change));
  const ofKind = (...kinds: FeedChange["kind"][]) =>
    changes.filter(({ kind }) => kinds.includes(kind));
  const feedFacts = await readSaid(
    tx,
    feed.id,
    changes.map(({ identity, identityBefore }) => identityBefore ?? identity),
  );
  const done = [
    ...(await addCars(tx, context, ofKind("added"))),
    ...(await changeCars(tx, context, ofKind("changed", "relisted"), { listings, feedFacts })),
    ...(await retireCars(tx, context, ofKind("retired"), { listings, feedFacts })),
  ];
  await recordCarKeys(
    tx,
    done.flatMap(({ state, identity, listingId, facts }) =>
      state === "applied" && facts?.carKeys && !isEdit(identity)
        ? { listingId: listingId!, keys: facts.carKeys }
        : [],
    ),
  );
  await writeChanges(tx, done);
}

async function addCars(
  tx: Executor,
  { feed, plan, seller }: Context,
  changes: readonly FeedChange[],
): Promise<FeedChange[]> {
  const cars = changes.map((change) => ({
    id: randomUUID(),
    facts: change.facts!,
    fingerprint: change.fingerprint!,
    sourceFile: plan.source,
    sourceRow: change.line,
  }));
  const added = await insertCars(tx, seller, cars);
  const left = cars.filter(({ id }) => !added.has(id));
  const fingerprints = left.map(({ fingerprint }) => fingerprint);
  const before = await listImported(tx, seller.id, fingerprints);
  // Another car of this feed had these facts once, before its own changed, or another feed had the car and dropped it.
  const alike = left.filter(({ fingerprint }) => {
    const earlier = before.get(fingerprint);
    return earlier?.feedId === feed.id || earlier?.isRetired;
  });
  for (const id of await insertCars(
    tx,
    seller,
    alike.map((car) => ({ ...car, fingerprint: null })),
  ))
    added.add(id);
  const done = changes.map((change, at): FeedChange => {
    const { id, fingerprint } = cars[at]!;
    if (added.has(id)) return { ...change, state: "applied", listingId: id };
    const earlier = before.get(fingerprint);
    // Another feed of the seller has the car.
    if (!earlier || earlier.feedId !== null) return { ...change, state: "skipped" };
    return { ...change, state: "applied", listingId: earlier.listingId, isAdopted: true };
  });
  await writeFeedCars(
    tx,
    done.flatMap(({ state, identity, listingId, facts }) =>
      state === "applied"
        ? { feedId: feed.id, identity, listingId: listingId!, feedFacts: facts! }
        : [],
    ),
  );
  await wantPhotosOf(tx, done);
  return done;
}

type Before = { listings: Map<string, LockedListing>; feedFacts: Map<string, FeedFacts> };

async function changeCars(
  tx: Executor,
  { feed, plan }: Context,
  changes: readonly FeedChange[],
  { listings, feedFacts }: Before,
): Promise<FeedChange[]> {
  const feedWins = withCompanions(feed.feedWins);
  const shown: { id: string; shown: FeedFacts }[] = [];
  const adopted = changes.flatMap(({ isAdopted, listingId }) => (isAdopted ? listingId! : []));
  const inFeeds = await listInFeeds(tx, adopted);
  const done = changes.map((change): FeedChange => {
    const listing = listings.get(change.listingId!)!;
    // Another feed has adopted it since the plan was made.
    if (change.isAdopted && inFeeds.has(listing.id))
      return { ...change, state: "skipped", reason: "other_feed" };
    const edits = isEdit(change.identity) || change.isAdopted;
    const saidBefore = edits
      ? listing.shown
      : feedFacts.get(change.identityBefore ?? change.identity)!;
    const reason = keptReasonOf(listing, change.kind === "relisted");
    if (reason) return { ...change, state: "skipped", reason };
    // The seller may have changed the car since the plan was made.
    const byHand = withUnits(differingFields(saidBefore, listing.shown));
    const fields = [
      ...change.fields.filter((field) => !byHand.has(field) || feedWins.has(field)),
      // Or decided that the feed wins.
      ...change.differs.filter((field) => !byHand.has(field) && !change.isAdopted),
    ].filter(() => !(change.isAdopted && listing.updatedAt > plan.createdAt));
    if (fields.length > 0)
      shown.push({ id: listing.id, shown: withFields(listing.shown, change.facts!, fields) });
    return { ...change, fields, state: "applied", shownBefore: listing.shown, saidBefore };
  });
  const applied = done.filter(({ state }) => state === "applied");
  await changeShown(tx, shown);
  await relist(
    tx,
    applied.flatMap(({ kind, listingId }) => (kind === "relisted" ? listingId! : [])),
  );
  await deleteFeedCars(
    tx,
    feed.id,
    applied.flatMap(({ identityBefore }) => identityBefore ?? []),
  );
  await writeFeedCars(
    tx,
    // What the feed said does not change with an edit.
    applied
      .filter(({ identity }) => !isEdit(identity))
      .map(({ identity, listingId, facts }) => ({
        feedId: feed.id,
        identity,
        listingId: listingId!,
        feedFacts: facts!,
      })),
  );
  await wantPhotosOf(tx, done);
  return done;
}

/** Asks for the photos that the feed says, where they are others than before. */
async function wantPhotosOf(tx: Executor, done: readonly FeedChange[]): Promise<void> {
  const wanted = done.flatMap(({ state, identity, listingId, facts, saidBefore }) => {
    const urls = facts?.imageUrls ?? [];
    const isNews = saidBefore ? differsInPhotos(saidBefore, facts!) : urls.length > 0;
    return state === "applied" && isNews && !isEdit(identity)
      ? { listingId: listingId!, urls }
      : [];
  });
  await wantPhotos(tx, wanted);
}

async function retireCars(
  tx: Executor,
  { feed }: Context,
  changes: readonly FeedChange[],
  { listings, feedFacts }: Before,
): Promise<FeedChange[]> {
  const done = changes.map((change): FeedChange => {
    const reason = keptReasonOf(listings.get(change.listingId!)!, false);
    if (reason) return { ...change, state: "skipped", reason };
    return { ...change, state: "applied", saidBefore: feedFacts.get(change.identity)! };
  });
  const applied = done.filter(({ state }) => state === "applied");
  await withdraw(
    tx,
    applied.map(({ listingId }) => listingId!),
  );
  await writeFeedCars(
    tx,
    applied.map(({ identity, listingId, saidBefore }) => ({
      feedId: feed.id,
      identity,
      listingId: listingId!,
      isRetired: true,
      feedFacts: saidBefore!,
    })),
  );
  return done;
}
