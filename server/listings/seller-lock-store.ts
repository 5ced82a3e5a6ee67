import { and, eq, isNull, sql } from "drizzle-orm";
import { AppError } from "#shared/errors/app-error.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { isLockTimeout, type Executor } from "#server/platform/database/database.ts";

type LockedSeller = { isSuspended: boolean; isVerified: boolean };

/** Milliseconds that a request waits for the seller. A plan of a large file keeps the lock for much longer. */
const longestWait = 2_000;

/**
 * Locks a seller's account until the transaction ends, so that its status cannot change and the seller adds or
 * advertises one car at a time. Null if the account is not a seller's. Gives up soon, because each request that waits
 * keeps a connection of the database, and a seller can send as many as there are.
 * @throws AppError too_many_requests if the seller's stock is being updated
 */
export async function lockSeller(tx: Executor, accountId: string): Promise<LockedSeller | null> {
  await tx.execute(sql`set local lock_timeout = ${sql.raw(String(longestWait))}`);
  const seller = await lockSellerInTurn(tx, accountId).catch((error: unknown) => {
    throw isLockTimeout(error) ? stockIsUpdated() : error;
  });
  // The transaction may wait longer for other locks, which are held for a moment.
  await tx.execute(sql`set local lock_timeout to default`);
  return seller;
}

/** As `lockSeller`, for work of which at most one at a time waits for a seller: it waits as long as a statement may. */
export async function lockSellerInTurn(
  tx: Executor,
  accountId: string,
): Promise<LockedSeller | null> {
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

function stockIsUpdated(): AppError {
  const message = "Your stock is being updated. Try again in a moment.";
  return new AppError("too_many_requests", { message, retryAfter: 5 });
}
