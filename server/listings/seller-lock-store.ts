import { and, eq, isNull, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { inAccountTurn } from "#server/accounts/public.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";

type LockedSeller = { isSuspended: boolean; isVerified: boolean };

/**
 * Runs a transaction that first locks its caller's account, so that its status cannot change and the seller adds or
 * advertises one car at a time. Null if the account is not a seller's.
 * @throws AppError too_many_requests if the seller's stock is being updated
 */
export function withLockedSeller<Result>(
  db: Database,
  accountId: string,
  work: (tx: Executor, seller: LockedSeller | null) => Promise<Result>,
): Promise<Result> {
  return inAccountTurn(
    db,
    accountId,
    async (tx) => work(tx, await lockSoon(tx, () => lockSeller(tx, accountId))),
    "Your stock is being updated. Try again in a moment.",
  );
}

/** Locks a seller for work of which at most one at a time waits for each: it waits as long as a statement may. */
export async function lockSeller(tx: Executor, accountId: string): Promise<LockedSeller | null> {
  const [seller] = await tx
    .select({
      isSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
      isVerified: accountTable.isVerified,
    })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.id, accountId),
        eq(accountTable.role, "Seller"),
        isNull(accountTable.deletedAt),
      ),
    )
    .for("no key update");
  return seller ?? null;
}
