import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { deletePhotosOfCars } from "#server/feed-photos/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { isTaken } from "../feed-store.ts";
import { feedCarTable, feedPlanTable, feedTable } from "../feed-table.ts";
import { rememberedSince } from "./imported-listing-store.ts";
import { dropFingerprints } from "../plan/stock-store.ts";

const carsOfTransaction = 5_000;

// Whether a feed retired a car long enough ago to forget it. A car that an admin removed must not come back as a new
// one.
const isForgettable = and(
  eq(feedCarTable.isRetired, true),
  isNull(listingTable.removedAt),
  sql`${listingTable.withdrawnAt} < ${rememberedSince}`,
  sql`coalesce(${feedCarTable.retiredAt} < ${rememberedSince}, true)`,
  sql`not ${isTaken}`,
);

/**
 * Forgets the cars that feeds have not had for `daysRemembered`. Their listings stay off sale, and their rows can be
 * listed as new cars. A feed whose plan waits or runs is left for another day, because the plan can relist them.
 * @returns how many
 */
export async function forgetGoneCars(db: Database): Promise<number> {
  const feeds = await db
    .selectDistinct({ id: feedCarTable.feedId })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .where(isForgettable);
  let all = 0;
  for (const { id } of feeds)
    for (let more = true; more;) {
      const cars = await db.transaction((tx) => forgetSome(tx, id));
      all += cars;
      more = cars === carsOfTransaction;
    }
  return all;
}

async function forgetSome(tx: Executor, feedId: string): Promise<number> {
  // Plans are made, applied and undone under this lock.
  const [free] = await tx
    .select({ id: feedTable.id })
    .from(feedTable)
    .where(
      and(
        eq(feedTable.id, feedId),
        sql`not exists (select from ${feedPlanTable} where ${feedPlanTable.feedId} = ${feedId}
          and ${feedPlanTable.state} in ('waiting', 'applying', 'undoing'))`,
      ),
    )
    .for("update", { skipLocked: true });
  if (!free) return 0;
  const cars = await tx
    .select({ listingId: feedCarTable.listingId })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .where(and(eq(feedCarTable.feedId, feedId), isForgettable))
    .limit(carsOfTransaction)
    // One that its seller puts back at this moment stays in its feed.
    .for("no key update", { of: listingTable, skipLocked: true });
  const ids = cars.map(({ listingId }) => listingId);
  if (ids.length === 0) return 0;
  await tx.delete(feedCarTable).where(inArray(feedCarTable.listingId, ids));
  await dropFingerprints(tx, ids);
  await deletePhotosOfCars(tx, ids);
  return ids.length;
}
