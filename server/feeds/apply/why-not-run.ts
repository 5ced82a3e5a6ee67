import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { whyNotOffer } from "#server/seller-limits/public.ts";
import { lockSeller } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countsOfPlans } from "../plan/change-count-store.ts";
import type { ChangeCount } from "../feed-table.ts";
import { listRunning } from "../plan/plan-store.ts";

/** What a seller wants to run: cars come on sale, and others go. */
type Run = { sellerId: string; planId: string; way: "apply" | "undo" };

/**
 * Why a seller cannot apply or undo a plan: they are suspended, or not verified and would have too many cars for sale.
 * Null if they can. Locks the seller. Also counts the cars that the seller's running plans will still put on sale,
 * because a plan is only checked when it begins.
 */
export async function whyNotRun(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  { sellerId, planId, way }: Run,
): Promise<string | null> {
  const seller = await lockSeller(tx, sellerId);
  if (!seller) throw new AppError("not_allowed");
  const running = (await listRunning(tx, sellerId)).filter(({ id }) => id !== planId);
  const counts = await countsOfPlans(tx, [planId, ...running.map(({ id }) => id)]);
  const coming = running.reduce(
    (sum, { id, state }) =>
      sum + carsToOffer(counts.get(id)!, state === "undoing" ? "undo" : "apply"),
    0,
  );
  const own = counts.get(planId) ?? [];
  const leaving = way === "undo" ? sumOf(own, "applied", ["added", "relisted"]) : 0;
  const cars = Math.max(0, carsToOffer(own, way) - leaving);
  if (cars === 0 && !seller.isSuspended) return null;
  return whyNotOffer(tx, config, { ...seller, id: sellerId }, "add", cars + coming);
}

/** How many cars a plan still puts on sale. */
const carsToOffer = (counts: readonly ChangeCount[], way: Run["way"]) =>
  way === "apply"
    ? sumOf(counts, "planned", ["added", "relisted"])
    : sumOf(counts, "applied", ["retired"]);

const sumOf = (
  counts: readonly ChangeCount[],
  state: ChangeCount["state"],
  kinds: readonly ChangeCount["kind"][],
) =>
  counts
    .filter((count) => count.state === state && kinds.includes(count.kind))
    .reduce((sum, { cars }) => sum + cars, 0);
