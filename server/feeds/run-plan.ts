import { AppError } from "#shared/errors/app-error.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { whyNotOffer } from "#server/listing-management/public.ts";
import { lockSeller } from "#server/listings/public.ts";
import { applyPlan, lockPlan } from "./apply-plan.ts";
import { describeReview } from "./describe-plan.ts";
import { forgetWaitingPlan } from "./feed-fetch-store.ts";
import { listInterrupted, skipRest } from "./feed-page-store.ts";
import { changeFeed } from "./feed-store.ts";
import { ownPlan, readOwnPlan, type Owner } from "./own-feeds.ts";
import { countChanges, setPlanState } from "./plan-store.ts";
import { undoPlan } from "./undo-plan.ts";

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
  const message = await whyNotApply(deps, viewer, plan.id);
  if (message !== null) throw new AppError("not_allowed", { message });
  const account = await findOwnAccount(deps.db, viewer.accountId);
  if (!account) throw new AppError("token_invalid");
  await applyPlan(deps.db, { planId: plan.id, seller: account });
  await forgetWaitingPlan(deps.db, ids.id);
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/** Undoes a plan of the viewer. @throws AppError not_found, or conflict if it is not the feed's last one */
export async function undoOwnPlan(
  deps: RunDeps,
  viewer: Owner,
  ids: PlanIds,
): Promise<FeedPlanAnswer> {
  const { plan } = await ownPlan(deps.db, viewer, ids);
  await undoPlan(deps.db, plan.id);
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/**
 * Discards a plan of the viewer that waits. One that is being applied, or cannot be applied to its end, is stopped: what it
 * has changed so far stays, and can be undone.
 * @throws AppError not_found, or conflict if it was applied
 */
export async function discardOwnPlan(
  deps: RunDeps,
  viewer: Owner,
  ids: PlanIds,
): Promise<FeedPlanAnswer> {
  await ownPlan(deps.db, viewer, ids);
  await deps.db.transaction(async (tx) => {
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
    await setPlanState(tx, plan.id, "discarded");
    await forgetWaitingPlan(tx, ids.id);
  });
  await deps.catalogue.refresh();
  return readOwnPlan(deps, viewer, ids);
}

/** Why a seller cannot apply a plan: they are suspended, or not verified and it lists too many cars. Null if they can. */
export async function whyNotApply(
  { db, config }: Pick<RunDeps, "db" | "config">,
  viewer: Owner,
  planId: string,
): Promise<string | null> {
  const counts = await countChanges(db, planId);
  const cars = counts
    .filter(({ kind, state }) => state === "planned" && (kind === "added" || kind === "relisted"))
    .reduce((all, count) => all + count.cars, 0);
  return db.transaction(async (tx) => {
    const seller = await lockSeller(tx, viewer.accountId);
    if (!seller) throw new AppError("not_allowed");
    return whyNotOffer(tx, config, { ...seller, id: viewer.accountId }, "add", cars);
  });
}

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
