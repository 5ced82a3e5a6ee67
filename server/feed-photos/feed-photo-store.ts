import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { maximumPhotos, maximumPhotoUrlBytes } from "#shared/listings/listing.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { rowsOf } from "#server/platform/database/rows-of.ts";
import { feedPhotoTable } from "./feed-photo-table.ts";

const photo = feedPhotoTable;

export type FeedPhoto = typeof photo.$inferSelect;

/** Marks photos of a car whose seller has chosen its photos. */
export const chosenBySeller = "";

const hasFailed = sql`(${photo}.image is null and ${photo}.error is not null
  and ${photo}.shown_image is distinct from ${chosenBySeller})`;

const isMissing = sql`${photo.position} is not null and ${photo.image} is null
  and ${photo.shownImage} is distinct from ${chosenBySeller}`;

/** Whether a photo of which the shop has no copy could not be fetched, and is not due again yet. */
export const isFailedPhoto = sql`(${isMissing} and ${photo.error} is not null
  and (${photo.nextAttemptAt} is null or ${photo.nextAttemptAt} > now()))`;

/** Whether a photo of which the shop has no copy is due, or is being fetched for the first time. */
export const isWaitingPhoto = sql`(${isMissing}
  and (${photo.error} is null or ${photo.nextAttemptAt} <= now()))`;

/** Photos that a feed wants for a listing, in its order. */
export type WantedPhotos = { listingId: string; urls: readonly string[] };

/**
 * Replaces the photos that feeds want for these listings. What is no longer wanted loses its position, and one that failed
 * is due again.
 */
export async function wantPhotos(tx: Executor, wanted: readonly WantedPhotos[]): Promise<void> {
  if (wanted.length === 0) return;
  const ids = JSON.stringify(wanted.map(({ listingId }) => listingId));
  await tx
    .update(photo)
    .set({ position: null })
    .where(
      sql`${photo.listingId} in (select value::uuid from json_array_elements_text(${ids}::json))`,
    );
  // The reader drops longer URLs. A plan or a feed of an earlier version can still have some.
  const isStorable = (url: string) => Buffer.byteLength(url) <= maximumPhotoUrlBytes;
  const rows = wanted.flatMap(({ listingId, urls }) =>
    // A feed may name a photo twice, which counts once.
    [...new Set(urls)]
      .filter(isStorable)
      .slice(0, maximumPhotos)
      .map((url, position) => ({ listing_id: listingId, url, position })),
  );
  await tx.execute(sql`insert into ${photo} (listing_id, url, position)
    select listing_id, url, position
    from ${rowsOf(sql`${photo}`, rows)}
    on conflict (listing_id, url) do update set position = excluded.position,
      attempts = case when ${hasFailed} then 0 else ${photo}.attempts end,
      next_attempt_at = case when ${hasFailed} then now() else ${photo}.next_attempt_at end`);
}

const isOnSale = sql`${listingTable.withdrawnAt} is null and ${listingTable.removedAt} is null
  and ${listingTable.lapsedAt} is null`;
/** Whether the seller of a listing is neither suspended nor gone. */
const isOfActiveSeller = sql`exists (select from ${accountTable}
  where ${accountTable.id} = ${listingTable.sellerId}
  and ${accountTable.suspendedAt} is null and ${accountTable.deletedAt} is null)`;

/**
 * Parks at most `limit` due photos of cars that are off sale or of a suspended seller: what is due is read every minute, and
 * once for each photo.
 */
export async function parkPhotos(db: Executor, limit: number): Promise<void> {
  const due = sql`(
    select waiting.id from ${photo} as waiting
    join ${listingTable} on ${listingTable.id} = waiting.listing_id
    where waiting.position is not null and waiting.next_attempt_at <= now()
      and not (${isOnSale} and ${isOfActiveSeller})
    limit ${limit} for update of waiting skip locked)`;
  await db
    .update(photo)
    .set({ nextAttemptAt: null })
    .where(sql`${photo.id} in ${due}`);
}

/**
 * Makes those of the next `limit` parked photos due whose cars are back, unless their seller has chosen others. A job does,
 * and not what puts a car back, because that can be a statement about all cars of a seller, under the locks of their VINs.
 * @param from the listing to begin at, in the order of their ids
 * @returns the listing to go on at; null after the last one
 */
export async function revivePhotos(
  db: Executor,
  { from, limit }: { from: string; limit: number },
): Promise<string | null> {
  const parked = sql`
    select parked.id, parked.listing_id from ${photo} as parked
    where parked.position is not null and parked.next_attempt_at is null
      and parked.shown_image is distinct from ${sql.raw(`'${chosenBySeller}'`)}
      and parked.listing_id >= ${from}
    order by parked.listing_id limit ${limit}`;
  const { rows } = await db.execute<{ next: string | null }>(sql`
    with parked as materialized (${parked}), back as (
      select waiting.id from parked join ${photo} as waiting on waiting.id = parked.id
      join ${listingTable} on ${listingTable.id} = parked.listing_id and ${isOnSale}
      where waiting.next_attempt_at is null and ${isOfActiveSeller}
      for update of waiting skip locked), revived as (
      update ${photo} set next_attempt_at = now() where id in (select id from back))
    select listing_id as next from parked order by listing_id offset ${limit - 1}`);
  return rows[0]?.next ?? null;
}

/** The active sellers of listed cars with photos that are due, those who have waited the longest first. */
export async function listSellersWithDue(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${listingTable.sellerId} as id from ${photo} as waiting
    join ${listingTable} on ${listingTable.id} = waiting.listing_id and ${isOnSale}
    where waiting.position is not null and waiting.next_attempt_at <= now() and ${isOfActiveSeller}
    group by 1 order by min(waiting.next_attempt_at), 1`);
  return rows.map(({ id }) => id);
}

/** The host of a photo's URL, without a user name and a port that goes without saying. */
const hostOfWaiting = sql.raw(String.raw`regexp_replace(regexp_replace(
  lower(substring(waiting.url from '^[^/]*//[^/?#]*')),
  '^(http://.*):80$|^(https://.*):443$', '\1\2'), '^.*[/@]', '')`);

/**
 * Takes a seller's photo that has been due for the longest, on a listed car. The next attempt is `waits` seconds away.
 * @param of.notFrom hosts that are left out, as `URL` names them
 */
export async function claimDuePhoto(
  db: Executor,
  waits: readonly number[],
  of: { sellerId: string; notFrom: readonly string[] },
): Promise<FeedPhoto | null> {
  const due = sql`(
    select waiting.id from ${photo} as waiting
    join ${listingTable} on ${listingTable.id} = waiting.listing_id and ${isOnSale}
    where ${listingTable.sellerId} = ${of.sellerId} and ${isOfActiveSeller}
      and waiting.position is not null and waiting.next_attempt_at <= now()
      and coalesce(${hostOfWaiting}, '') not in
        (select json_array_elements_text(${JSON.stringify(of.notFrom)}::json))
    order by waiting.next_attempt_at limit 1 for update of waiting skip locked)`;
  // Arrays of SQL count from 1.
  const wait = sql`(array[${sql.join(
    waits.map((seconds) => sql`${seconds}::int`),
    sql`, `,
  )}])[least(${photo.attempts} + 1, ${waits.length}::int)]`;
  const [claimed] = await db
    .update(photo)
    .set({
      attempts: sql`${photo.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${wait})`,
    })
    .where(sql`${photo.id} = ${due}`)
    .returning();
  return claimed ?? null;
}

/** Records a success: a new copy, or without one that the file is the same as before. */
export async function markFetched(
  db: Executor,
  id: string,
  { fresh, recheck }: { fresh?: Pick<FeedPhoto, "image" | "etag">; recheck: number },
): Promise<void> {
  await db
    .update(photo)
    .set({
      ...fresh,
      attempts: 0,
      error: null,
      nextAttemptAt: sql`now() + make_interval(secs => ${recheck})`,
    })
    .where(eq(photo.id, id));
}

export async function markFailed(db: Executor, id: string, error: string): Promise<void> {
  await db.update(photo).set({ error }).where(eq(photo.id, id));
}

/** A listing's photos from feeds, in the feed's order. Those that are no longer wanted come last. */
export function listPhotosOf(tx: Executor, listingId: string): Promise<FeedPhoto[]> {
  return tx
    .select()
    .from(photo)
    .where(eq(photo.listingId, listingId))
    .orderBy(asc(photo.position), asc(photo.id));
}

/** Whether a photo of a listing has neither arrived nor failed yet. */
export async function hasUntried(db: Executor, listingId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: photo.id })
    .from(photo)
    .where(
      and(
        eq(photo.listingId, listingId),
        isNotNull(photo.position),
        isNull(photo.image),
        isNull(photo.error),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Records what a listing shows of a photo. */
export async function markShown(
  tx: Executor,
  id: string,
  shown: { shownImage: string | null; shownPosition: number | null },
): Promise<void> {
  await tx.update(photo).set(shown).where(eq(photo.id, id));
}

/** Records that a car's seller has chosen its photos, also none. Those of feeds are no longer fetched. */
export async function markChosen(tx: Executor, listingId: string): Promise<void> {
  await tx
    .update(photo)
    .set({ shownImage: chosenBySeller, shownPosition: photo.position, nextAttemptAt: null })
    .where(eq(photo.listingId, listingId));
}

/** Has a photo fetched again. */
export async function fetchAgain(tx: Executor, id: string): Promise<void> {
  await tx
    .update(photo)
    .set({ image: null, etag: null, attempts: 0, nextAttemptAt: sql`now()` })
    .where(eq(photo.id, id));
}

export async function deleteUnwanted(tx: Executor, listingId: string): Promise<void> {
  await tx.delete(photo).where(and(eq(photo.listingId, listingId), isNull(photo.position)));
}

/** Has photos of these listings that failed fetched again now, as if for the first time. @returns how many */
export async function fetchFailedAgain(
  db: Executor,
  listingIds: readonly string[],
): Promise<number> {
  const ids = JSON.stringify(listingIds);
  const due = await db
    .update(photo)
    .set({ attempts: 0, nextAttemptAt: sql`now()` })
    .where(
      and(
        sql`${photo.listingId} in (select value::uuid from json_array_elements_text(${ids}::json))`,
        isFailedPhoto,
      ),
    )
    .returning({ id: photo.id });
  return due.length;
}

/** Deletes what feeds said about the photos of these cars, which keep their photos. */
export async function deletePhotosOfCars(
  tx: Executor,
  listingIds: readonly string[],
): Promise<void> {
  const ids = JSON.stringify(listingIds);
  await tx
    .delete(photo)
    .where(
      sql`${photo.listingId} in (select value::uuid from json_array_elements_text(${ids}::json))`,
    );
}

/** Deletes what feeds said about the photos of cars that their sellers have deleted, which never come back. */
export async function deletePhotosOfDeleted(db: Executor): Promise<void> {
  const deleted = db
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(and(isNotNull(listingTable.withdrawnAt), isNull(listingTable.offSaleAt)));
  await db.delete(photo).where(inArray(photo.listingId, deleted));
}

/** Deletes what feeds said about the photos of a seller's cars. The cars keep their photos. */
export async function deletePhotosOf(tx: Executor, sellerId: string): Promise<void> {
  const cars = tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.sellerId, sellerId));
  await tx.delete(photo).where(inArray(photo.listingId, cars));
}

/**
 * Listings that do not show what their feed names and the shop has: the feed has changed the order or left some out, or a
 * process stopped after the last photo had arrived and before it showed them.
 */
export async function listToShow(db: Executor, limit: number): Promise<string[]> {
  const isMoved = sql`${photo.position} is null or ${photo.position} <> ${photo.shownPosition}`;
  const hasArrived = sql`${photo.image} is not null and ${photo.position} is not null
    and ${photo.shownImage} is distinct from ${photo.image}
    and ${photo.shownImage} is distinct from ${sql.raw(`'${chosenBySeller}'`)}`;
  // Else a car would be without photos until the new ones arrive, and its images, which these can be, would be released.
  const isComplete = sql`not exists (
    select from ${photo} as other where other.listing_id = ${photo.listingId}
    and other.position is not null and other.image is null and other.error is null
    and other.shown_image is distinct from ${sql.raw(`'${chosenBySeller}'`)})`;
  const rows = await db
    .selectDistinct({ listingId: photo.listingId })
    .from(photo)
    .innerJoin(listingTable, eq(listingTable.id, photo.listingId))
    .where(and(isOnSale, isOfActiveSeller, or(isMoved, hasArrived), isComplete))
    .limit(limit);
  return rows.map(({ listingId }) => listingId);
}
