import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { refusedRowQuery } from "#shared/feeds/refused-row-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage } from "#server/platform/database/keyset.ts";
import { cutCells } from "./read/cut-cells.ts";
import { factsOf, shownColumns, type Feed } from "./feed-store.ts";
import {
  feedCarTable,
  feedChangeTable,
  feedPlanTable,
  feedRefusalTable,
  feedTable,
} from "./feed-table.ts";
import { countsOfPlans } from "./plan/change-count-store.ts";
import { planOutline, type CountedPlan, type PlanOutline } from "./plan/plan-outline-store.ts";
import type { FeedChange } from "./plan/plan-store.ts";

/** A seller's feeds by name, with the number of cars that each has on sale. */
export function listFeeds(
  executor: Executor,
  sellerId: string,
): Promise<{ feed: Feed; cars: number }[]> {
  const cars = sql<number>`(select count(*)::int from ${feedCarTable}
    where feed_id = feed.id and not is_retired)`;
  return executor
    .select({ feed: feedTable, cars })
    .from(feedTable)
    .where(eq(feedTable.sellerId, sellerId))
    .orderBy(asc(sql`lower(${feedTable.name})`));
}

const plan = feedPlanTable;

/** The plans of a feed, the newest first, each with how many changes it has. */
export async function listPlans(executor: Executor, feedId: string): Promise<CountedPlan[]> {
  const plans = await executor
    .select(planOutline)
    .from(plan)
    .where(eq(plan.feedId, feedId))
    .orderBy(desc(plan.createdAt), desc(plan.id));
  return withCounts(executor, plans);
}

/** The newest plan of each feed that has one. */
export async function listNewestPlans(
  executor: Executor,
  feedIds: readonly string[],
): Promise<CountedPlan[]> {
  if (feedIds.length === 0) return [];
  const plans = await executor
    .selectDistinctOn([plan.feedId], planOutline)
    .from(plan)
    .where(inArray(plan.feedId, [...feedIds]))
    .orderBy(plan.feedId, desc(plan.createdAt), desc(plan.id));
  return withCounts(executor, plans);
}

async function withCounts(executor: Executor, plans: PlanOutline[]): Promise<CountedPlan[]> {
  const counts = await countsOfPlans(
    executor,
    plans.map(({ id }) => id),
  );
  return plans.map((one) => ({ plan: one, changes: counts.get(one.id) ?? [] }));
}

type ChangeQuery = PageQuery & {
  q?: string;
  kind?: FeedChange["kind"];
  state?: FeedChange["state"];
};

// An identity begins with its kind: "stock 4711".
const carOfChange = sql`concat(${feedChangeTable.facts} ->> 'name', ' ', ${listingTable.name}, ' ',
  substr(${feedChangeTable.identity}, strpos(${feedChangeTable.identity}, ' ') + 1))`;

/** A page of a plan's changes, with what the shop shows of each car now. */
export async function listPlanChanges(
  executor: Executor,
  planId: string,
  { q, kind, state, limit, cursor }: ChangeQuery,
) {
  const number = { value: feedChangeTable.number, kind: "number" } as const;
  const { rows, ...cursors } = await readPage(
    { keys: { number }, id: number },
    { sort: "number", limit, cursor },
    ({ place, beyond, orderBy, limit: most }) =>
      executor
        .select({ change: feedChangeTable, listingId: listingTable.id, ...shownColumns, place })
        .from(feedChangeTable)
        .leftJoin(listingTable, eq(listingTable.id, feedChangeTable.listingId))
        .where(
          and(
            eq(feedChangeTable.planId, planId),
            kind && eq(feedChangeTable.kind, kind),
            state && eq(feedChangeTable.state, state),
            q ? includesText(carOfChange, q) : undefined,
            beyond,
          ),
        )
        .orderBy(...orderBy)
        .limit(most),
  );
  return {
    ...cursors,
    rows: rows.map(({ change, listingId, place: _, ...columns }) => ({
      change,
      shown: listingId === null ? null : factsOf(columns as Parameters<typeof factsOf>[0]),
    })),
  };
}

/** A page of the rows of a plan's file that were refused. */
export async function listRefusals(
  executor: Executor,
  planId: string,
  { kind, reason, limit, cursor }: z.output<typeof refusedRowQuery>,
) {
  const line = { value: feedRefusalTable.line, kind: "number" } as const;
  const { rows, ...cursors } = await readPage(
    { keys: { line }, id: line },
    { sort: "line", limit, cursor },
    ({ place, beyond, orderBy, limit: most }) =>
      executor
        .select({
          line: feedRefusalTable.line,
          kind: feedRefusalTable.kind,
          faults: feedRefusalTable.faults,
          cells: feedRefusalTable.cells,
          place,
        })
        .from(feedRefusalTable)
        .where(
          and(
            eq(feedRefusalTable.planId, planId),
            kind && eq(feedRefusalTable.kind, kind),
            reason === undefined
              ? undefined
              : sql`exists (select ${eachFault} where ${faultReason} = ${reason})`,
            beyond,
          ),
        )
        .orderBy(...orderBy)
        .limit(most),
  );
  return {
    ...cursors,
    rows: rows.map(({ place: _, ...row }) => ({ ...row, cells: cutCells(row.cells) })),
    reasons: await listReasons(executor, planId),
  };
}

const eachFault = sql`from jsonb_array_elements(${feedRefusalTable.faults}) fault`;
/** A fault with its column, such as `Price: … has no currency`, equal for rows that differ only in the value. */
const faultReason = sql<string>`concat_ws(': ', nullif(fault->>'column', ''),
  regexp_replace(fault->>'reason', '"[^"]*"', '…', 'g'))`;

/** The most frequent reasons of a plan's refused rows. */
async function listReasons(executor: Executor, planId: string) {
  return executor
    .select({ reason: sql<string>`reasons.reason`, rows: count() })
    .from(feedRefusalTable)
    .innerJoin(
      sql`lateral (select distinct ${faultReason} as reason ${eachFault}) reasons`,
      sql`true`,
    )
    .where(eq(feedRefusalTable.planId, planId))
    .groupBy(sql`reasons.reason`)
    .orderBy(desc(count()), sql`reasons.reason`)
    .limit(20);
}

/** Plans whose apply or undo was interrupted, with their sellers. */
export function listInterrupted(executor: Executor) {
  return executor
    .select({ id: feedPlanTable.id, state: feedPlanTable.state, sellerId: feedTable.sellerId })
    .from(feedPlanTable)
    .innerJoin(feedTable, eq(feedTable.id, feedPlanTable.feedId))
    .innerJoin(accountTable, eq(accountTable.id, feedTable.sellerId))
    .where(
      and(
        inArray(feedPlanTable.state, ["applying", "undoing"]),
        isNull(accountTable.suspendedAt),
        isNull(accountTable.deletedAt),
      ),
    );
}

/** Leaves out what is left of a plan, so that it is applied as far as it came. */
export async function skipRest(tx: Executor, planId: string): Promise<void> {
  await tx
    .update(feedChangeTable)
    .set({ state: "skipped" })
    .where(and(eq(feedChangeTable.planId, planId), eq(feedChangeTable.state, "planned")));
}
