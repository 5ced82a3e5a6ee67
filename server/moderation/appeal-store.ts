import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { appealStates } from "#shared/moderation/moderation-contract.ts";
import type { AppealOutcome } from "#shared/moderation/moderation.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { appealTable, moderationActionTable } from "./moderation-table.ts";

const seller = alias(accountTable, "seller");
const actor = alias(accountTable, "actor");
const decider = alias(accountTable, "decider");

/** Adds an appeal; false if this moderation action already has one. */
export async function insertAppeal(
  tx: Executor,
  appeal: { id: string; actionId: string; text: string },
): Promise<boolean> {
  const rows = await tx
    .insert(appealTable)
    .values(appeal)
    .onConflictDoNothing()
    .returning({ id: appealTable.id });
  return rows.length > 0;
}

type Decision = { adminId: string; outcome: AppealOutcome; reason: string };

const decided = ({ adminId, outcome, reason }: Decision) => ({
  decidedAt: sql`now()`,
  decidedBy: adminId,
  outcome,
  decisionReason: reason,
});

/** Decides an open appeal; false if it is already decided. */
export async function settleAppeal(
  tx: Executor,
  { id, ...decision }: Decision & { id: string },
): Promise<boolean> {
  const rows = await tx
    .update(appealTable)
    .set(decided(decision))
    .where(and(eq(appealTable.id, id), isNull(appealTable.decidedAt)))
    .returning({ id: appealTable.id });
  return rows.length > 0;
}

/** Decides the open appeal against a moderation action, if there is one. */
export async function settleAppealOfAction(
  tx: Executor,
  { actionId, ...decision }: Decision & { actionId: string },
): Promise<void> {
  await tx
    .update(appealTable)
    .set(decided(decision))
    .where(and(eq(appealTable.actionId, actionId), isNull(appealTable.decidedAt)));
}

function selectAppeals(executor: Executor) {
  return executor
    .select({
      id: appealTable.id,
      kind: moderationActionTable.kind,
      sellerId: moderationActionTable.sellerId,
      listingId: moderationActionTable.listingId,
      item: listingTable.name,
      sellerName: seller.name,
      sellerEmail: seller.email,
      isSellerGone: sql<boolean>`${seller.deletedAt} is not null`,
      actionReason: moderationActionTable.reason,
      actionAt: moderationActionTable.at,
      actorId: moderationActionTable.actorId,
      actionBy: actor.name,
      text: appealTable.text,
      createdAt: appealTable.createdAt,
      outcome: appealTable.outcome,
      decisionReason: appealTable.decisionReason,
      decidedAt: appealTable.decidedAt,
      decidedBy: decider.name,
    })
    .from(appealTable)
    .innerJoin(moderationActionTable, eq(moderationActionTable.id, appealTable.actionId))
    .innerJoin(seller, eq(seller.id, moderationActionTable.sellerId))
    .leftJoin(listingTable, eq(listingTable.id, moderationActionTable.listingId))
    .leftJoin(actor, eq(actor.id, moderationActionTable.actorId))
    .leftJoin(decider, eq(decider.id, appealTable.decidedBy))
    .$dynamic();
}

export type AppealRow = Awaited<ReturnType<typeof selectAppeals>>[number];

export async function findAppeal(executor: Executor, id: string): Promise<AppealRow | null> {
  const [row] = await selectAppeals(executor).where(eq(appealTable.id, id));
  return row ?? null;
}

/** The seller whose appeals to list (null for all), and their state (undefined for any). */
type WhichAppeals = { sellerId: string | null; state: (typeof appealStates)[number] | undefined };

/** Appeals, newest first, starting after `after`. */
export async function listAppealRows(
  executor: Executor,
  which: WhichAppeals,
  { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
): Promise<AppealRow[]> {
  return selectAppeals(executor)
    .where(
      and(
        matches(which),
        after
          ? sql`(${appealTable.createdAt}, ${appealTable.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(appealTable.createdAt), desc(appealTable.id))
    .limit(limit);
}

export async function countAppeals(executor: Executor, which: WhichAppeals): Promise<number> {
  const [row] = await executor
    .select({ appeals: count() })
    .from(appealTable)
    .innerJoin(moderationActionTable, eq(moderationActionTable.id, appealTable.actionId))
    .innerJoin(seller, eq(seller.id, moderationActionTable.sellerId))
    .where(matches(which));
  return row?.appeals ?? 0;
}

function matches({ sellerId, state }: WhichAppeals): SQL | undefined {
  return and(
    sellerId === null ? undefined : eq(moderationActionTable.sellerId, sellerId),
    state && states[state],
  );
}

const states = {
  // Appeals of deleted accounts are not decided.
  waiting: and(isNull(appealTable.decidedAt), isNull(seller.deletedAt)),
  decided: isNotNull(appealTable.decidedAt),
};

/** Whether a seller has an open appeal. */
export async function hasWaitingAppeal(executor: Executor, sellerId: string): Promise<boolean> {
  return (await countAppeals(executor, { sellerId, state: "waiting" })) > 0;
}
