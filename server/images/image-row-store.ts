import { and, eq, gt, gte, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { imageTable } from "./image-table.ts";

// Claimed or not yet expired.
const isAlive = or(isNotNull(imageTable.claimedAt), sql`${imageTable.expiresAt} > now()`);

/** Records an upload whose files are in place. Unless claimed, it expires after `seconds` by the database's clock. */
export async function insertImage(
  db: Executor,
  image: { id: string; width: number; height: number; fileHash: string; seconds: number },
): Promise<void> {
  const { seconds, ...row } = image;
  await db
    .insert(imageTable)
    .values({ ...row, expiresAt: sql`now() + make_interval(secs => ${seconds})` });
}

/** The size of an upload that may be shown, or null. An expired one may not, even if its files still exist. */
export async function findShownImage(
  db: Executor,
  id: string,
): Promise<{ width: number; height: number } | null> {
  const [row] = await db
    .select({ width: imageTable.width, height: imageTable.height })
    .from(imageTable)
    .where(and(eq(imageTable.id, id), isAlive));
  return row ?? null;
}

/** At most `limit` claimed uploads whose id is after this one, by id. */
export async function listClaimedImages(
  db: Executor,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; width: number; height: number }[]> {
  const { id, width, height } = imageTable;
  return db
    .select({ id, width, height })
    .from(imageTable)
    .where(and(isNotNull(imageTable.claimedAt), gt(id, after)))
    .orderBy(id)
    .limit(limit);
}

/** Claims an upload; false if there is none or it has expired. */
export async function markClaimed(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .update(imageTable)
    .set({ claimedAt: sql`coalesce(${imageTable.claimedAt}, now())` })
    .where(and(eq(imageTable.id, id), isAlive))
    .returning({ id: imageTable.id });
  return rows.length > 0;
}

/** Takes claims back and expires the uploads at once, except those whose ids `shown` returns once their rows are locked. */
export async function releaseClaims(
  tx: Executor,
  ids: readonly string[],
  shown: SQL,
): Promise<void> {
  // Lock first: a concurrent claim is only visible to a statement that starts after it commits.
  await tx
    .select({ id: imageTable.id })
    .from(imageTable)
    .where(inArray(imageTable.id, [...ids]))
    .orderBy(imageTable.id)
    .for("no key update");
  await tx
    .update(imageTable)
    .set({ claimedAt: null, expiresAt: sql`now()` })
    .where(and(inArray(imageTable.id, [...ids]), sql`${imageTable.id}::text not in (${shown})`));
}

/** Deletes the rows of at most `limit` expired uploads and returns their ids, so that their files can be removed. */
export async function deleteExpiredImages(db: Executor, limit: number): Promise<string[]> {
  const expired = db
    .select({ id: imageTable.id })
    .from(imageTable)
    .where(and(isNull(imageTable.claimedAt), sql`${imageTable.expiresAt} <= now()`))
    .orderBy(imageTable.expiresAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .delete(imageTable)
    .where(inArray(imageTable.id, expired))
    .returning({ id: imageTable.id });
  return rows.map((row) => row.id);
}

/** Which of these ids have no row. */
export async function listUnknownImages(db: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: imageTable.id })
    .from(imageTable)
    .where(inArray(imageTable.id, ids));
  const knownIds = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !knownIds.has(id));
}

/** The sizes in pixels of those of these uploads that there are. */
export async function listImageSizes(
  db: Executor,
  ids: string[],
): Promise<{ id: string; width: number; height: number }[]> {
  if (ids.length === 0) return [];
  const { id, width, height } = imageTable;
  return db.select({ id, width, height }).from(imageTable).where(inArray(id, ids));
}

/** The hashes of the files that these uploads were made of, by id; none for an upload of an earlier version. */
export async function readFileHashes(db: Executor, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, fileHash } = imageTable;
  const rows = await db
    .select({ id, fileHash })
    .from(imageTable)
    .where(and(inArray(id, ids), isNotNull(fileHash)));
  return new Map(rows.map((row) => [row.id, row.fileHash!]));
}

/** All uploads with their size in pixels, or those since a time. */
export async function listImageRows(
  db: Executor,
  since?: Date,
): Promise<{ id: string; width: number; height: number; isClaimed: boolean }[]> {
  const { id, width, height, claimedAt, createdAt } = imageTable;
  return db
    .select({ id, width, height, isClaimed: sql<boolean>`${claimedAt} is not null` })
    .from(imageTable)
    .where(since && gte(createdAt, since));
}
