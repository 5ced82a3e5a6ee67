import { and, desc, eq } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { favoriteTable } from "./favorite-table.ts";

export type FavoriteRow = { listingId: string; addedAt: Date };

/** The cars that an account saved, the latest first. */
export function listFavoriteRows(executor: Executor, accountId: string): Promise<FavoriteRow[]> {
  return executor
    .select({ listingId: favoriteTable.listingId, addedAt: favoriteTable.addedAt })
    .from(favoriteTable)
    .where(eq(favoriteTable.accountId, accountId))
    .orderBy(desc(favoriteTable.addedAt), favoriteTable.listingId);
}

export async function insertFavorites(
  tx: Executor,
  accountId: string,
  rows: FavoriteRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(favoriteTable).values(rows.map((row) => ({ accountId, ...row })));
}

/** False if the account had not saved the car. */
export async function deleteFavorite(
  executor: Executor,
  accountId: string,
  listingId: string,
): Promise<boolean> {
  const rows = await executor
    .delete(favoriteTable)
    .where(and(eq(favoriteTable.accountId, accountId), eq(favoriteTable.listingId, listingId)))
    .returning({ listingId: favoriteTable.listingId });
  return rows.length > 0;
}

/** Deletes an account's whole list. */
export async function deleteFavoritesOf(tx: Executor, accountId: string): Promise<void> {
  await tx.delete(favoriteTable).where(eq(favoriteTable.accountId, accountId));
}
