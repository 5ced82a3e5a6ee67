import { applyPlan } from "#server/feeds/apply/apply-plan.ts";
import type { CarRow } from "#server/feeds/feed-facts.ts";
import { openFeed, type Feed } from "#server/feeds/feed-store.ts";
import { makePlan } from "#server/feeds/plan/make-plan.ts";
import type { Deps } from "#server/deps.ts";
import { anAccount } from "#testing/builders.ts";

type Stock = { feed: Feed; seller: { id: string; phone: string } };

/** A feed of a new seller. */
export async function aFeed(deps: Deps): Promise<Stock> {
  const { id, phone } = await anAccount(deps, { role: "Seller" });
  return { feed: await openFeed(deps.db, id, "Stock"), seller: { id, phone } };
}

/** Makes a plan of a complete file with these rows, and returns its id. */
export async function planCars(
  { db }: Pick<Deps, "db">,
  feed: Feed,
  cars: readonly CarRow[],
): Promise<string> {
  const read = { source: "stock.csv", cars, rows: cars.length, refused: 0, isComplete: true };
  const rest = { options: {}, columns: [], leftOut: {}, refusals: [], refusedRows: [] };
  return (await makePlan(db, feed.id, { ...read, ...rest }, { keepsUnchanged: true })).id!;
}

/** Plans and applies, and returns the plan's id. */
export async function syncCars(
  deps: Pick<Deps, "db">,
  { feed, seller }: Stock,
  cars: readonly CarRow[],
): Promise<string> {
  const planId = await planCars(deps, feed, cars);
  await applyPlan(deps.db, { planId, seller });
  return planId;
}
