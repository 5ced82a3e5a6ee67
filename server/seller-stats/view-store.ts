import { eq, lt, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { listingViewDayTable, listingViewSaltTable, listingViewVisitTable } from "./view-table.ts";

/** One visitor's view of a listing on a day (UTC). `visit` is a hash that is the same when it is repeated. */
export type Visit = { listingId: string; day: string; visit: Buffer };

/** The salt of a day: the same for all processes, and `random` if it has none yet. */
export async function readViewSalt(db: Executor, day: string, random: Buffer): Promise<Buffer> {
  const table = listingViewSaltTable;
  const find = async () =>
    (await db.select({ salt: table.salt }).from(table).where(eq(table.day, day)))[0]?.salt;
  const salt = await find();
  if (salt) return salt;
  await db.insert(table).values({ day, salt: random }).onConflictDoNothing();
  return (await find()) ?? random;
}

/** Counts the visits that no process has counted before, in one statement: all or none. */
export async function addVisits(db: Executor, visits: Visit[]): Promise<void> {
  if (visits.length === 0) return;
  const given = visits.map(({ listingId, day, visit }) => ({
    listing_id: listingId,
    day,
    visit: visit.toString("hex"),
  }));
  // Rows are locked in the same order by all processes, to avoid deadlocks.
  await db.execute(sql`
    with given as (
      select listing_id, day, decode(visit, 'hex') as visit
      from json_to_recordset(${JSON.stringify(given)}::json) as row (listing_id uuid, day date, visit text)
    ), counted as (
      insert into ${listingViewVisitTable} (day, visit)
      select day, visit from given order by day, visit
      on conflict do nothing
      returning day, visit
    )
    insert into ${listingViewDayTable} (listing_id, day, views)
    select listing_id, day, count(*) from given join counted using (day, visit)
    group by listing_id, day order by listing_id, day
    on conflict (listing_id, day) do update set views = ${listingViewDayTable.views} + excluded.views`);
}

/** Deletes the hashes and salts of past days. A process may still write the last views of a day some minutes later. */
export async function pruneVisits(db: Executor): Promise<void> {
  const today = sql`((now() - interval '10 minutes') at time zone 'UTC')::date`;
  await db.delete(listingViewVisitTable).where(lt(listingViewVisitTable.day, today));
  await db.delete(listingViewSaltTable).where(lt(listingViewSaltTable.day, today));
}
