import { AppError } from "#shared/errors/app-error.ts";
import { confirmListings } from "#server/freshness/public.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { adoptListings } from "../match/adopt-listings.ts";
import { ComparisonCount } from "../match/comparison-count.ts";
import { deleteOldChanges } from "./delete-old-changes.ts";
import { listCarsOfOtherFeeds, lockFeedOfSeller, type Feed } from "../feed-store.ts";
import { namedListing } from "../match/identify-cars.ts";
import { listImportedListings } from "../apply/imported-listing-store.ts";
import { refuseTooManyKnown } from "./known-car-limit.ts";
import { listKnownCars, listOwnCars } from "./known-car-store.ts";
import { leaveToOtherFeeds } from "../match/leave-to-other-feeds.ts";
import { isRunning } from "./plan-outline-store.ts";
import { discardWaiting, insertPlan, type PlanFacts } from "./plan-store.ts";
import { reviewOf } from "./review-plan.ts";
import { wasRefusedBefore } from "./refusal-store.ts";
import { withCompanions, type CarRow } from "../feed-facts.ts";
import { planSync, type RefusedRow, type SyncPlan } from "./plan-sync.ts";

/** A feed's file as it was read. */
export type ReadFeed = Omit<PlanFacts, "feed"> & {
  cars: readonly CarRow[];
  refusedRows: readonly RefusedRow[];
  isComplete: boolean;
};

/**
 * What a file would change in a seller's feed, which need not exist yet. Nothing is written.
 * @throws AppError too_large if the seller's feeds know too many cars, or too many are alike
 */
export async function previewPlan(
  db: Executor,
  { sellerId, ...feed }: Pick<Feed, "sellerId"> & Partial<Feed>,
  { cars, refusedRows, isComplete }: ReadFeed,
): Promise<SyncPlan> {
  const named = cars.flatMap(({ identities: [stated] }) => namedListing(stated) ?? []);
  const namesIds = named.length > 0;
  const feedId = feed.id ?? null;
  const rowFingerprints = cars.map(({ fingerprint }) => fingerprint);
  await refuseTooManyKnown(db, { sellerId, feedId, named, fingerprints: rowFingerprints });
  const knownCars = feed.id ? await listKnownCars(db, feed.id, { namesIds }) : [];
  const own = await listOwnCars(db, { sellerId, feedId, named });
  const feedWins = withCompanions(feed.feedWins ?? []);
  const comparisons = new ComparisonCount();
  const rows = { rows: cars, refused: refusedRows, isComplete };
  const plan = planSync({ knownCars, own, ...rows, feedWins, comparisons });
  const adds = ({ changes }: SyncPlan) => changes.some(({ kind }) => kind === "added");
  if (!adds(plan)) return plan;
  const others = await listCarsOfOtherFeeds(db, sellerId, feedId);
  const left = leaveToOtherFeeds(plan, others);
  if (!adds(left)) return left;
  const fingerprints = left.changes.flatMap((change) =>
    change.kind === "added" ? change.fingerprint : [],
  );
  const imported = await listImportedListings(db, sellerId, fingerprints);
  const adopting = adoptListings(left, imported, comparisons);
  const onSale = knownCars.filter(({ isRetired }) => !isRetired).length;
  const adopted = adopting.changes.filter((change) => "isAdopted" in change).length;
  return adopted === 0
    ? adopting
    : { ...adopting, review: reviewOf(onSale + adopted, adopting.changes) };
}

export type MadePlan = {
  /** Null if the plan was not stored, because it changes nothing. */
  id: string | null;
  plan: SyncPlan;
};

/** Whether a plan without changes is stored, too: always, or if other rows are refused than in the feed's newest plan. */
type Keeps = { keepsUnchanged: boolean; keepsRefused?: boolean };

/**
 * Plans what a file changes in a feed and stores the plan. The cars that are in the file are confirmed.
 * @throws AppError not_found if the feed was deleted meanwhile, or conflict while another plan of it is applied or undone
 */
export function makePlan(
  db: Database,
  feedId: string,
  read: ReadFeed,
  { keepsUnchanged, keepsRefused = false }: Keeps,
): Promise<MadePlan> {
  return db.transaction(async (tx) => {
    // Locked, so that the version belongs to the cars that are read.
    const feed = await lockFeedOfSeller(tx, feedId);
    if (!feed) throw new AppError("not_found", { message: "There is no such feed any more." });
    // If a plan is half applied, its other half would be planned again, and those cars listed twice.
    if (await isRunning(tx, feedId))
      throw new AppError("conflict", {
        message:
          "A sync of this feed is still being applied or undone. Try again when it has ended.",
      });
    const plan = await previewPlan(tx, feed, read);
    const isRefusedAgain =
      keepsRefused && read.refused > 0 && (await wasRefusedBefore(tx, feedId, read.refusals));
    const isKept =
      keepsUnchanged ||
      plan.changes.length > 0 ||
      (keepsRefused && read.refused > 0 && !isRefusedAgain);
    // A plan that waits with the same refused rows still says how to correct them.
    if (!isKept) await discardWaiting(tx, feedId, { keepsUnchanged: isRefusedAgain });
    const id = isKept ? await insertPlan(tx, plan, { feed, ...read }) : null;
    if (isKept) await deleteOldChanges(tx, feed.sellerId);
    // Confirms the cars even if the plan is never applied, because the seller has them. Last, because others may wait
    // for the locks of their VINs.
    await confirmListings(tx, plan.present, new Date());
    return { id, plan };
  });
}
