import { and, eq, isNull, sql } from "drizzle-orm";
import type { CarWithFailedPhotos } from "#shared/feeds/feed-photo-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import { feedPhotoTable } from "#server/feed-photos/feed-photo-table.ts";
import { isFailedPhoto, isWaitingPhoto } from "#server/feed-photos/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPage } from "#server/platform/database/keyset.ts";
import { feedCarTable } from "../feed-table.ts";

/** Cars of a feed whose photos are fetched. */
const isOnSale = (feedId: string) =>
  and(
    eq(feedCarTable.feedId, feedId),
    eq(feedCarTable.isRetired, false),
    isNull(listingTable.withdrawnAt),
    isNull(listingTable.removedAt),
    isNull(listingTable.lapsedAt),
  );

/** How many photos of a feed's cars on sale were fetched, wait for it, and could not be fetched. */
export async function countFeedPhotos(executor: Executor, feedId: string) {
  const count = (of: typeof isFailedPhoto) => sql<number>`(count(*) filter (where ${of}))::int`;
  const [counts] = await executor
    .select({
      fetched: count(
        sql`${feedPhotoTable.position} is not null and ${feedPhotoTable.image} is not null`,
      ),
      waiting: count(isWaitingPhoto),
      failed: count(isFailedPhoto),
      failedCars: sql<number>`(count(distinct ${feedPhotoTable.listingId}) filter (where ${isFailedPhoto}))::int`,
    })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .innerJoin(feedPhotoTable, eq(feedPhotoTable.listingId, feedCarTable.listingId))
    .where(isOnSale(feedId));
  return counts!;
}

/** A page of a feed's cars with photos that could not be fetched, by what identifies them in the file. */
export async function listCarsWithFailedPhotos(
  executor: Executor,
  feedId: string,
  { limit, cursor }: PageQuery,
) {
  const identity = { value: feedCarTable.identity, kind: "text" } as const;
  const id = { value: feedCarTable.listingId, kind: "uuid" } as const;
  const photos = sql<CarWithFailedPhotos["photos"]>`json_agg(json_build_object(
    'number', ${feedPhotoTable.position} + 1, 'url', ${feedPhotoTable.url}, 'reason', ${feedPhotoTable.error}
  ) order by ${feedPhotoTable.position})`;
  const { nextAttemptAt } = feedPhotoTable;
  const { rows, ...cursors } = await readPage(
    { keys: { identity }, id },
    { sort: "identity", limit, cursor },
    ({ place, beyond, orderBy, limit: most }) =>
      executor
        .select({
          place,
          photos,
          identity: feedCarTable.identity,
          listingId: listingTable.id,
          name: listingTable.name,
          nextAttemptAt: sql<Date | null>`min(${nextAttemptAt})`.mapWith(nextAttemptAt),
        })
        .from(feedCarTable)
        .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
        .innerJoin(feedPhotoTable, eq(feedPhotoTable.listingId, feedCarTable.listingId))
        .where(and(isOnSale(feedId), isFailedPhoto, beyond))
        .groupBy(feedCarTable.identity, feedCarTable.listingId, listingTable.id)
        .orderBy(...orderBy)
        .limit(most),
  );
  return { ...cursors, cars: rows };
}

/** The feed's cars on sale with photos that could not be fetched. */
export async function listFailedListings(executor: Executor, feedId: string): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ id: feedCarTable.listingId })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .innerJoin(feedPhotoTable, eq(feedPhotoTable.listingId, feedCarTable.listingId))
    .where(and(isOnSale(feedId), isFailedPhoto));
  return rows.map(({ id }) => id);
}
