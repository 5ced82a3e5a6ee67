import { sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { releaseClaims } from "#server/images/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Releases claims and expires the images at once that no account, listing or booking shows anymore. */
export async function releaseUnlessShown(tx: Executor, ids: readonly string[]): Promise<void> {
  const given = sql`${sql.param(ids)}::text[]`;
  // As the indexes have it: each table can have hundreds of thousands of rows. One by one in listings, and counted, because
  // PostgreSQL expects most listings to have one of many images, or a first one soon, and would read them all.
  const shown = sql`
    select image_id(${accountTable.photoUrl}) from ${accountTable}
      where image_id(${accountTable.photoUrl}) = any(${given})
    union all
    select given.id from unnest(${given}) as given (id) where (
      select count(*) from ${listingTable}
      where ${listingTable.photos} <> '[]' and image_ids(${listingTable.photos}) @> array[given.id]) > 0
    union all
    select image_id(${bookingTable.image}) from ${bookingTable}
      where image_id(${bookingTable.image}) = any(${given})`;
  await releaseClaims(tx, ids, shown);
}
