import { and, asc, between, desc, eq, inArray, notInArray, sql, type SQL } from "drizzle-orm";
import { AppError } from "#shared/errors/app-error.ts";
import { mostPlans } from "#shared/feeds/feed-limits.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { rowsOf } from "#server/platform/database/rows-of.ts";
import type { Feed } from "../feed-store.ts";
import { countWaiting, storeCounts } from "./change-count-store.ts";
import { feedChangeTable, feedPlanTable, feedRefusalTable, feedTable } from "../feed-table.ts";
import { keptCarsOfPlan, planOutline, type PlanOutline } from "./plan-outline-store.ts";
import type { PlannedChange, SyncPlan } from "./plan-sync.ts";

export type FeedPlan = typeof feedPlanTable.$inferSelect;
export type FeedChange = typeof feedChangeTable.$inferSelect;

/** A refused row with its cells. */
export type Refusal = Omit<typeof feedRefusalTable.$inferInsert, "planId">;

/** What was read from a feed, apart from its cars. */
export type PlanFacts = Pick<
  FeedPlan,
  "source" | "options" | "columns" | "rows" | "refused" | "leftOut"
> & { feed: Feed; refusals: readonly Refusal[] };

/** Each can be a car with 20 kilobytes of facts, or a refused row with as much. */
const rowsOfStatement = 500;
/**
 * Cars that stay as they are, for which a plan keeps what the file says. Their names can be hundreds of characters
 * long.
 */
const mostKeptChanges = 2_000;
/** Applied plans that are always kept, so that plans which wait night after night do not replace them. */
const mostApplied = 10;
/** Changes that the plans of a seller's feeds have while they wait: those of the two largest files. */
const mostWaiting = 400_000;

/**
 * Stores a plan with its changes, and discards the feed's other plans that wait.
 * @throws AppError too_large if the plans of the seller's other feeds that wait leave no room for it
 */
export async function insertPlan(
  tx: Executor,
  plan: SyncPlan,
  { feed, refusals, source, options, columns, rows, refused, leftOut }: PlanFacts,
): Promise<string> {
  await discardWaiting(tx, feed.id);
  const waiting = await countWaiting(tx, feed.sellerId);
  if (waiting > 0 && waiting + plan.changes.length > mostWaiting) throw tooManyWaiting();
  const { unchanged, keptChanges, repeated, repeatedRows, keepsGone, review } = plan;
  const [stored] = await tx
    .insert(feedPlanTable)
    .values({
      feedId: feed.id,
      feedVersion: feed.version,
      source,
      options,
      columns,
      rows,
      refused,
      leftOut,
      unchanged,
      keptChanges: keptChanges.slice(0, mostKeptChanges),
      keptCars: keptChanges.length,
      repeated,
      repeatedRows,
      keepsGone,
      review,
    })
    .returning({ id: feedPlanTable.id });
  for (let at = 0; at < plan.changes.length; at += rowsOfStatement)
    await insertChanges(tx, stored!.id, at, plan.changes.slice(at, at + rowsOfStatement));
  for (let at = 0; at < refusals.length; at += rowsOfStatement)
    await tx
      .insert(feedRefusalTable)
      .values(
        refusals.slice(at, at + rowsOfStatement).map((one) => ({ ...one, planId: stored!.id })),
      );
  await storeCounts(tx, eq(feedPlanTable.id, stored!.id));
  await deleteOldPlans(tx, feed.id);
  return stored!.id;
}

function tooManyWaiting(): AppError {
  const message = `The plans of your feeds that wait have too many changes: ${mostWaiting.toLocaleString("en-US")} at most, with this file. Apply or discard some of them first.`;
  return new AppError("too_large", { message, fields: { file: message } });
}

/**
 * Discards the plans of a feed that wait, because a newer file says something else. Their changes and lists of kept cars
 * are deleted: they can no longer be applied, and only their numbers and the refused rows are shown.
 * @param keepsUnchanged whether those without changes stay
 */
export async function discardWaiting(
  tx: Executor,
  feedId: string,
  { keepsUnchanged = false } = {},
): Promise<void> {
  const hasChanges = sql`exists (select from ${feedChangeTable}
    where ${feedChangeTable.planId} = ${feedPlanTable.id})`;
  await tx
    .update(feedPlanTable)
    .set({ state: "discarded", endedAt: sql`now()`, keptCars: keptCarsOfPlan, keptChanges: [] })
    .where(
      and(
        eq(feedPlanTable.feedId, feedId),
        eq(feedPlanTable.state, "waiting"),
        keepsUnchanged ? hasChanges : undefined,
      ),
    );
  // Those that an earlier release discarded, too.
  await storeCounts(tx, eq(feedPlanTable.feedId, feedId));
  const discarded = tx
    .select({ id: feedPlanTable.id })
    .from(feedPlanTable)
    .where(and(eq(feedPlanTable.feedId, feedId), eq(feedPlanTable.state, "discarded")));
  await tx.delete(feedChangeTable).where(inArray(feedChangeTable.planId, discarded));
}

/** Deletes the changes of plans. Their numbers must be stored. */
export async function deleteChangesOf(tx: Executor, planIds: readonly string[]): Promise<void> {
  if (planIds.length === 0) return;
  await tx.delete(feedChangeTable).where(inArray(feedChangeTable.planId, [...planIds]));
}

async function deleteOldPlans(tx: Executor, feedId: string): Promise<void> {
  const { id, createdAt, state } = feedPlanTable;
  const newest = (most: number, which?: SQL) =>
    tx
      .select({ id })
      .from(feedPlanTable)
      .where(and(eq(feedPlanTable.feedId, feedId), which))
      .orderBy(desc(createdAt))
      .limit(most);
  await tx
    .delete(feedPlanTable)
    .where(
      and(
        eq(feedPlanTable.feedId, feedId),
        notInArray(id, newest(mostPlans)),
        notInArray(id, newest(mostApplied, notInArray(state, ["waiting", "discarded"]))),
      ),
    );
}

// As one JSON value: tens of thousands of parameters take longer than the insert.
async function insertChanges(
  tx: Executor,
  planId: string,
  first: number,
  changes: readonly PlannedChange[],
): Promise<void> {
  const rows = changes.map((change, at) => ({
    plan_id: planId,
    number: first + at,
    kind: change.kind,
    state: "planned",
    identity: change.identity,
    identity_before:
      "identityBefore" in change && change.identityBefore !== change.identity
        ? change.identityBefore
        : null,
    listing_id: "listingId" in change ? change.listingId : null,
    line: "line" in change ? change.line : null,
    fingerprint: "fingerprint" in change ? change.fingerprint : null,
    facts: "facts" in change ? change.facts : null,
    fields: "fields" in change ? change.fields : [],
    differs: "differs" in change ? change.differs : [],
    is_adopted: "isAdopted" in change && change.isAdopted,
  }));
  await tx.execute(sql`insert into ${feedChangeTable}
    select * from ${rowsOf(sql`${feedChangeTable}`, rows)}`);
}

/** A plan as it is shown: without the values that could not be read, and with the beginnings of its lists. */
export type ShownPlan = PlanOutline &
  Pick<FeedPlan, "keepsGone" | "leftOut" | "columns" | "keptChanges" | "repeated">;

/** Entries of long lists that a plan shows. */
export const mostShown = 200;
const firstOf = <Entry>(list: SQL) =>
  sql<Entry[]>`jsonb_path_query_array(${list}, ${`$[0 to ${mostShown - 1}]`})`;

/**
 * A plan as it is shown. Everything else stays in the database; in plans of an earlier release that can be megabytes.
 */
export async function readPlan(executor: Executor, id: string): Promise<ShownPlan | null> {
  const { keepsGone, leftOut, columns, keptChanges, repeated } = feedPlanTable;
  const [plan] = await executor
    .select({
      ...planOutline,
      keepsGone,
      leftOut,
      columns: sql<FeedPlan["columns"]>`coalesce((select jsonb_agg(one - 'unread' order by place)
        from jsonb_array_elements(${columns}) with ordinality as file (one, place)), '[]')`,
      keptChanges: firstOf<FeedPlan["keptChanges"][number]>(sql`${keptChanges}`),
      repeated: firstOf<FeedPlan["repeated"][number]>(sql`${repeated}`),
    })
    .from(feedPlanTable)
    .where(eq(feedPlanTable.id, id));
  return plan ?? null;
}

/** The columns of the file of a feed's newest plan; none without a plan. */
export async function readNewestColumns(
  executor: Executor,
  feedId: string,
): Promise<FeedPlan["columns"]> {
  const [plan] = await executor
    .select({ columns: feedPlanTable.columns })
    .from(feedPlanTable)
    .where(eq(feedPlanTable.feedId, feedId))
    .orderBy(desc(feedPlanTable.createdAt))
    .limit(1);
  return plan?.columns ?? [];
}

/** The plans of a seller that are being applied or undone. */
export function listRunning(
  tx: Executor,
  sellerId: string,
): Promise<Pick<FeedPlan, "id" | "state">[]> {
  return tx
    .select({ id: feedPlanTable.id, state: feedPlanTable.state })
    .from(feedPlanTable)
    .innerJoin(feedTable, eq(feedTable.id, feedPlanTable.feedId))
    .where(
      and(eq(feedTable.sellerId, sellerId), inArray(feedPlanTable.state, ["applying", "undoing"])),
    );
}

export async function setPlanState(
  tx: Executor,
  id: string,
  state: Exclude<FeedPlan["state"], "discarded">,
): Promise<void> {
  const isOver = state !== "applying" && state !== "undoing";
  await tx
    .update(feedPlanTable)
    .set({ state, endedAt: isOver ? sql`now()` : null })
    .where(eq(feedPlanTable.id, id));
  await storeCounts(tx, eq(feedPlanTable.id, id));
}

type NextChanges = {
  state: FeedChange["state"];
  limit: number;
  backward: boolean;
  /** The number of the last change that was taken, if one was. */
  last?: number | null;
};

/** The next changes of a plan in a state: in their order, or from the last one. */
export async function listChanges(
  tx: Executor,
  planId: string,
  { state, limit, backward, last = null }: NextChanges,
): Promise<FeedChange[]> {
  const { number } = feedChangeTable;
  const list = (place?: SQL) =>
    tx
      .select()
      .from(feedChangeTable)
      .where(and(eq(feedChangeTable.planId, planId), eq(feedChangeTable.state, state), place))
      .orderBy(backward ? desc(number) : asc(number))
      .limit(limit);
  if (last === null) return list();
  // They are numbered without gaps. Without bounds, each call would sort all that are left.
  const next = await list(
    backward ? between(number, last - limit, last - 1) : between(number, last + 1, last + limit),
  );
  return next.length > 0 ? next : list();
}
