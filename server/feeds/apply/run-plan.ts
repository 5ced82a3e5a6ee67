import { AppError } from "#shared/errors/app-error.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyPlan } from "./apply-plan.ts";
import { describeReview } from "../plan/describe-plan.ts";
import { forgetWaitingPlan } from "../fetch/feed-fetch-store.ts";
import { listInterrupted, skipRest } from "../feed-page-store.ts";
import { changeFeed } from "../feed-store.ts";
import { withLockedSeller } from "#server/listings/public.ts";
import { lockPlan, type LockedPlan } from "./lock-plan.ts";
import { ownPlan, readOwnPlan, type Owner } from "../own-feeds.ts";
import { discardWaiting, setPlanState } from "../plan/plan-store.ts";
import { undoPlan } from "./undo-plan.ts";
import { whyNotRun } from "./why-not-run.ts";

type RunDeps = Pick<Deps, "db" | "config" | "catalogue">;
type PlanIds = { id: string; planId: string };

/**
 * Applies a plan of the viewer. Refused while they are suspended, beyond the limit for unverified sellers, and without
 * `confirm` if the plan has reasons for a review.
 * @throws AppError not_found, not_allowed, or conflict if the plan is out of date or needs confirmation
 */
export async function applyOwnPlan(
  deps: RunDeps,
  viewer: Owner,
  { confirm, ...ids }: PlanIds & { confirm?: boolean },
): Promise<FeedPlanAnswer> {
  const { plan } = await ownPlan(deps.db, viewer, ids);
  if (plan.state === "waiting" && plan.review.length > 0 && !confirm)
    throw new AppError("conflict", {
      message: `${plan.review.map(describeReview).join(" ")} Check the plan and confirm it.`,
      fields: { confirm: "confirm must be true." },
    });
  const account = await findOwnAccount(deps.db, viewer.accountId);
  if (!account) throw new AppError("token_invalid");
  await applyPlan(deps.db, {
    planId: plan.id,
    seller: account,
    check: allowed(deps, "apply"),
  });
  await forgetWaitingPlan(deps.db, ids.id);
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/**
 * Undoes a plan of the viewer, within the limit for unverified sellers.
 * @throws AppError not_found, not_allowed, or conflict if it is not the feed's last one
 */
export async function undoOwnPlan(
  deps: RunDeps,
  viewer: Owner,
  ids: PlanIds,
): Promise<FeedPlanAnswer> {
  const { plan } = await ownPlan(deps.db, viewer, ids);
  await undoPlan(deps.db, plan.id, allowed(deps, "undo"));
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/**
 * Discards a plan of the viewer that waits. One that is being applied, or cannot be applied to its end, is stopped: what it
 * has changed so far stays, and can be undone.
 * @throws AppError not_found, conflict if it was applied, or too_many_requests while the stock is being updated
 */
export async function discardOwnPlan(
  deps: RunDeps,
  viewer: Owner,
  ids: PlanIds,
): Promise<FeedPlanAnswer> {
  await ownPlan(deps.db, viewer, ids);
  await withLockedSeller(deps.db, viewer.accountId, async (tx) => {
    const { plan } = await lockPlan(tx, ids.planId);
    if (plan.state === "discarded") return;
    if (plan.state === "applying") {
      await skipRest(tx, plan.id);
      await setPlanState(tx, plan.id, "applied");
      // The same file still has what was left out.
      await changeFeed(tx, ids.id, { digest: null, fetchEtag: null });
      return;
    }
    if (plan.state !== "waiting")
      throw new AppError("conflict", { message: "Only a plan that waits can be discarded." });
    await discardWaiting(tx, ids.id);
    await forgetWaitingPlan(tx, ids.id);
  });
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/** Refuses a plan that its seller cannot run, in the transaction in which it begins. */
const allowed =
  (deps: RunDeps, way: "apply" | "undo") =>
  async (tx: Executor, { plan, feed }: LockedPlan): Promise<void> => {
    const message = await whyNotRun(tx, deps, { sellerId: feed.sellerId, planId: plan.id, way });
    if (message !== null) throw new AppError("not_allowed", { message });
  };

/** Finishes plans whose process stopped while it applied or undid them. */
export async function finishInterrupted({ db, log }: Pick<Deps, "db" | "log">): Promise<void> {
  for (const { id, state, sellerId } of await listInterrupted(db))
    try {
      const account = await findOwnAccount(db, sellerId);
      if (state === "undoing") await undoPlan(db, id);
      else if (account) await applyPlan(db, { planId: id, seller: account });
    } catch (error) {
      log.warn({ err: error, planId: id }, "an interrupted sync of a feed could not be finished");
    }
}
