import type { Database, Executor } from "#server/platform/database/database.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { lockPlan, withFields } from "./apply-plan.ts";
import { isEdit } from "./identify-cars.ts";
import { wantPhotos } from "#server/feed-photos/public.ts";
import { differsInPhotos, type FeedFacts } from "./feed-facts.ts";
import { changeFeed, growVersion, lockListings, type Feed } from "./feed-store.ts";
import {
  countChanges,
  listChanges,
  setPlanState,
  type FeedChange,
  type FeedPlan,
} from "./plan-store.ts";
import {
  deleteFeedCars,
  dropFingerprints,
  relist,
  withdraw,
  writeChanges,
  writeFeedCars,
  writeShown,
} from "./stock-store.ts";

const batchSize = 500;

/**
 * Takes back the plan that was applied last, the last change first. Cars that are reserved or sold stay as they are, and
 * so does what a seller has changed by hand since. After a crash, the same call takes back what is left.
 * @throws AppError conflict if another plan of the feed was applied since
 */
export async function undoPlan(
  db: Database,
  planId: string,
): Promise<{ undone: number; kept: number }> {
  await db.transaction(async (tx) => {
    const { plan, feed } = await lockPlan(tx, planId);
    if (plan.state === "undoing" || plan.state === "undone") return;
    if (!isUndoable(plan, feed))
      throw new AppError("conflict", { message: "Only the last sync of a feed can be undone." });
    await setPlanState(tx, planId, "undoing");
    await changeFeed(tx, feed.id, { digest: null });
    await growVersion(tx, feed.id);
  });
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const { plan, feed } = await lockPlan(tx, planId);
      if (plan.state !== "undoing") return false;
      const query = { state: "applied", limit: batchSize, backward: true } as const;
      const changes = await listChanges(tx, planId, query);
      if (changes.length === 0) await setPlanState(tx, planId, "undone");
      else await undoChanges(tx, feed, changes);
      return changes.length > 0;
    });
  const counts = await countChanges(db, planId);
  const sum = (state: FeedChange["state"]) =>
    counts.filter((count) => count.state === state).reduce((all, { cars }) => all + cars, 0);
  return { undone: sum("undone"), kept: sum("kept") };
}

/** Whether a plan is the last thing that changed its feed. */
export function isUndoable(plan: FeedPlan, feed: Feed): boolean {
  return plan.state === "applied" && plan.feedVersion + 1 === feed.version;
}

async function undoChanges(tx: Executor, feed: Feed, changes: FeedChange[]): Promise<void> {
  const listings = await lockListings(
    tx,
    changes.flatMap(({ listingId }) => listingId ?? []),
  );
  const undone: FeedChange[] = [];
  const kept: FeedChange[] = [];
  for (const change of changes) {
    const listing = listings.get(change.listingId!);
    if (listing?.isTaken) kept.push({ ...change, state: "kept", reason: "booked" });
    else undone.push({ ...change, state: "undone" });
  }
  const ofKind = (...kinds: FeedChange["kind"][]) =>
    undone.filter(({ kind }) => kinds.includes(kind));
  const idsOf = (some: readonly FeedChange[]) => some.map(({ listingId }) => listingId!);
  const added = ofKind("added");
  const ownAdded = idsOf(added.filter(({ isAdopted }) => !isAdopted));
  await deleteFeedCars(
    tx,
    feed.id,
    added.map(({ identity }) => identity),
  );
  await dropFingerprints(tx, ownAdded);
  await withdraw(tx, [...ownAdded, ...idsOf(ofKind("relisted"))]);
  await relist(tx, idsOf(ofKind("retired")));
  await writeShown(
    tx,
    ofKind("changed", "relisted").map((change) => {
      const { id, shown } = listings.get(change.listingId!)!;
      return { id, shown: takenBack(shown, change) };
    }),
  );
  const said = ofKind("changed", "relisted", "retired").filter(({ identity }) => !isEdit(identity));
  await deleteFeedCars(
    tx,
    feed.id,
    said.flatMap(({ identity, identityBefore }) => (identityBefore === null ? [] : identity)),
  );
  await writeFeedCars(
    tx,
    said.map(({ kind, identity, identityBefore, listingId, saidBefore }) => ({
      feedId: feed.id,
      identity: identityBefore ?? identity,
      listingId: listingId!,
      isRetired: kind === "relisted",
      said: saidBefore!,
    })),
  );
  await wantPhotos(
    tx,
    said.flatMap(({ listingId, facts, saidBefore }) =>
      facts && differsInPhotos(saidBefore!, facts)
        ? { listingId: listingId!, urls: saidBefore!.imageUrls ?? [] }
        : [],
    ),
  );
  await writeChanges(tx, [...undone, ...kept]);
}

/** What a listing showed before a change, apart from what was changed by hand since. */
function takenBack(shown: FeedFacts, { facts, fields, shownBefore }: FeedChange): FeedFacts {
  const untouched = fields.filter((field) => shown[field] === facts![field]);
  return withFields(shown, shownBefore!, untouched);
}
